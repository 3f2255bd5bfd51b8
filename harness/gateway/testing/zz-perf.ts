import { trial } from '/work/main/harness/gateway/testing/trial.ts';
const t = trial();
const token = await t.token();
const same = await t.request('availability', { token, query: { address: { id: '900100000001', type: 'UPRN' } } });
async function bench(name: string, n: number, make: (i: number) => any) {
  const reqs = Array.from({ length: n }, (_, i) => make(i));
  for (const r of reqs.slice(0, 2000)) await t.send(r);
  const t0 = performance.now();
  for (const r of reqs) await t.send(r);
  const s = (performance.now() - t0) / 1000;
  console.log(name, Math.round(n / s), 'per second', Math.round(process.memoryUsage().heapUsed / 1e6), 'MB');
}
await bench('availability same', 100000, () => same);
await bench('availability unique', 30000, (i) => ({ ...same, url: same.url.replace('900100000001', String(900100000000 + i)) }));
await bench('availability active unique', 30000, (i) => ({ ...same, url: same.url.replace('900100000001', String(902200000000 + i)) }));
const slots = await t.request('slots', { token, query: { address: { id: '900100000001', type: 'UPRN' }, appointmentPurpose: 'PROVIDE', serviceSpecification: { id: 'fttp', name: 'FTTP' } } });
await bench('slots', 2000, () => slots);
const tok = await t.request('token', {});
await bench('token', 30000, () => tok);
const enc = new TextEncoder();
const order = await t.request('order', { token, body: { id: 0, orderType: 'NEW', tenant: t.tenant, address: { id: '900100000001', type: 'UPRN' }, serviceOrderItem: { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: [{ name: 'LINE_PROFILE', value: '80/20' }] } } });
const text = new TextDecoder().decode(order.body!);
await bench('order', 20000, (i) => ({ ...order, body: enc.encode(text.replace('"id":0', `"id":${i + 1}`)) }));
const t0 = performance.now();
await t.pass(3600_000);
console.log('events', t.deliveries.length, Math.round(t.deliveries.length / ((performance.now() - t0) / 1000)), 'per second');
