/** Converts between names as authors write them and names in types. */

/** `problem-code` to `problemCode`. */
export function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `problemCode` to `problem-code`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
