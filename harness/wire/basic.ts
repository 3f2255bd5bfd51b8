/** Basic credentials as the header carries them (RFC 7617). */
export function basicOf(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}
