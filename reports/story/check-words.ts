/** What a failure of a check says about the gateway, as far as the check alone tells; by the ids of all checks. */
const meanings: Readonly<Record<string, string>> = {
  'http.no-answer': 'The gateway broke off or never answered: its log at this time tells why.',
  'http.status': 'The gateway decided otherwise than the specification says.',
  'http.headers':
    'The answer lacks a header, or has it with another value: what decides on the answer may well be right.',
  'http.body': 'The answer has another content than is owed in this situation.',
  'http.json':
    'What was sent is no JSON, so that no client can read it: it was not written by a JSON library, or was cut off.',
  'http.schema':
    'The form of the answer departs from the specification: the mapping that writes it is at fault, whatever it decided.',
  'http.empty-body': 'A body was sent where the specification leaves none.',
  'http.content-type': 'The body says that it is something else than it is.',
  'json.repeated-keys': 'The same name stands several times in one object; readers differ in which of them they take.',
  'error.code': 'The code in the error body is not the one that the specification gives to this error.',
  'error.uuid-unique': 'The same error id was given out for several errors, so that none can be found by it.',
  'token.reuse': 'A token that was still valid was not accepted: tokens are forgotten or ended before their time.',
  'availability.echo': 'The answer names another address than was asked about.',
  'slots.echo': 'The answer repeats the question otherwise than it was asked.',
  'slots.order': 'Slots are not in the order of time, or end before they begin.',
  'slots.classification':
    'A slot does not lie in the hours or days that its classification stands for: time zones are a usual suspect.',
  'slots.future': 'Slots were offered that had begun already, or before the date that was asked for.',
  'booking.echo': 'The booking that was confirmed is not the one that was asked for.',
  'booking.reference-unique': 'Two reservations have the same reference: whoever uses it gets one of them.',
  'world.state': 'What the gateway says of an address does not follow from the orders that it completed there.',
  tally:
    'Of requests that were sent at the same time not as many were accepted and refused as must be: they were not decided one after the other.',
  'step.need': 'The journey could not be prepared.',
  'step.value': 'An earlier answer lacks a value that a later request needs.',
  'kci.sequence':
    'The events of the order are not those of this journey: one is missing, too many, late, or out of turn.',
  'kci.never': 'An event came that says the opposite of what was asked for.',
  'kci.once': 'An event that ends or begins something came several times, or not at all.',
  'kci.silence': 'Events came about something that the gateway had refused.',
  'kci.lifecycle': 'The events do not follow the lifecycle that the KCI profile draws for this type of order.',
  'kci.terminal': 'Events came after the one that ends an order.',
  'kci.readable': 'A delivery cannot be read as the KCI profile says.',
  'kci.envelope': 'The envelope of a delivery departs from the KCI profile: the mapping that writes it is at fault.',
  'kci.known-event': 'The KCI profile knows no such event.',
  'kci.authentication': 'A delivery did not prove where it comes from.',
  'kci.path': 'Deliveries go to another address than the one that was given.',
  'kci.unexpected':
    'A delivery is about nothing that this run asked for: another run, another environment, or a mixed-up id.',
  'kci.refused-request': 'The gateway refused a request, and acted on it all the same.',
  'kci.sequence-number':
    'The numbers of an order’s events do not count up: its counter is shared, reset, or taken too late.',
  'kci.duplicate': 'What came again under one id does not say the same again.',
  'kci.tenant': 'An event names another tenant than the one that ordered: events may reach the wrong retailer.',
  'kci.conversation': 'An event does not belong to the conversation of its order, so that the sender cannot match it.',
  'kci.carries': 'An event came without something that it must carry.',
  'kci.entity': 'The order inside an event is not the order that was placed.',
  'kci.timing': 'Events came too late, or dated otherwise than they came.',
  'kci.ahead': 'Events came before the order they are about was answered.',
  'kci.retry': 'A delivery that was not acknowledged did not come again as the KCI profile says.',
};

/** What a failure of this check points to; nothing for a check that is not known here. */
export function meaningOf(check: string): string | undefined {
  return meanings[check];
}
