import { createServer } from 'node:http';

// A gateway that costs next to nothing: it answers every request of the bench's journey alike, and tells no events.
const SPECIFICATION = { id: 'fttp', name: 'Fibre to the premises', serviceCharacteristics: [] };
const SITE = {
  newLine: true,
  installationType: 'STANDARD',
  constraints: [],
  serviceReadyDate: '2030-01-01',
  enniId: 'E',
  siteName: 'S',
  siteLocation: 'L',
  existingLines: [],
};
const SLOT = {
  timeslotStartDateTime: '2030-01-07T08:00:00.000Z',
  timeslotEndDateTime: '2030-01-07T13:00:00.000Z',
  classification: 'WEEKDAY_AM',
  standard: true,
};
const TOKEN = { access_token: 'bench-token', token_type: 'Bearer', expires_in: 3600, scope: 'bench' };

let booked = 0;
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub');
    const answer = (status: number, body?: unknown): void => {
      const written = body === undefined ? '' : JSON.stringify(body);
      response.writeHead(status, {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        'Content-Length': Buffer.byteLength(written),
      });
      response.end(written);
    };
    const identifier = JSON.parse(searchParams.get('address') ?? '{}') as object;
    switch (pathname.split('/').at(-1)) {
      case 'token':
        return answer(200, TOKEN);
      case 'service-availability':
        return answer(200, {
          address: { identifier },
          serviceSpecifications: [SPECIFICATION],
          siteInformation: SITE,
          unavailabilityReasons: [],
        });
      case 'available-appointments':
        return answer(200, { availableTimeslots: [SLOT] });
      case 'appointments': {
        booked += 1;
        const expiryDateTime = new Date(Date.now() + 1_800_000).toISOString();
        return answer(200, {
          ...(JSON.parse(text) as object),
          timeslot: SLOT,
          supplierReference: `APT${booked}`,
          expiryDateTime,
        });
      }
      default:
        return answer(202);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  if (bound !== null && typeof bound === 'object')
    process.stdout.write(`the stub answers at http://127.0.0.1:${bound.port}\n`);
});
