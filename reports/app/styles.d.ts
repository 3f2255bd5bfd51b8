/** Style sheets, which the bundler writes beside the script. */
declare module '*.css' {}
