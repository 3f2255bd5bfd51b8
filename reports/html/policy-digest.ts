import { createHash } from 'node:crypto';

/** How a content security policy names one script or style sheet, and so allows that text and no other. */
export function policyDigest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
