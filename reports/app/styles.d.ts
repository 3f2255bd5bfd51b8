/** Style sheets of libraries, which the bundler puts beside the script. */
declare module '*.css' {}
