/** Style sheets, which the bundler puts beside the script. */
declare module '*.css' {}
