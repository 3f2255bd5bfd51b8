/** Signs the id, the time (s since the epoch) and the body of a delivery, which must be UTF-8. */
export type SignDelivery = (id: string, timestamp: number, body: Uint8Array) => string;

/** The signature of Standard Webhooks, version 1, symmetric. The package is loaded for those who use it. */
export async function createSignDelivery(secret: string): Promise<SignDelivery> {
  const { Webhook } = await import('standardwebhooks');
  const webhook = new Webhook(secret);
  return (id, timestamp, { buffer, byteOffset, byteLength }) =>
    webhook.sign(id, new Date(timestamp * 1000), Buffer.from(buffer, byteOffset, byteLength));
}
