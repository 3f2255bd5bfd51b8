/** How a check is described to people. */
export interface CheckWords {
  /** What it looks at; shown by `assay explain` and the reference. */
  readonly looksAt: string;
  /** What a failure says about the gateway, as far as the check alone can tell; shown with findings. */
  readonly failing: string;
  /** What a failure means for customers and retailers once the gateway is live; shown on the board of a report. */
  readonly consequence: string;
}

/** The words of all checks of gateways, by id. */
export const CHECK_WORDS = {
  'http.no-answer': {
    looksAt:
      'An answer comes. Three tries of one request without an answer fail, if other operations are answered meanwhile; so does 1 % of an operation’s requests if the others have all their answers. A single one is inconclusive: the network may be at fault.',
    failing: 'The gateway broke off or never answered, while it answered others: its log at this time tells why.',
    consequence: 'Retailers’ requests hang or break off, and nobody knows whether they took effect.',
  },
  'http.whole': {
    looksAt:
      'What comes is a whole HTTP message, with the length and in the coding that it says. Like a missing answer, a single one that is not is inconclusive.',
    failing: 'The gateway broke off its answer, or wrote what is no HTTP, while it answered others whole.',
    consequence: 'Answers arrive cut short, so retailers’ systems fail at random.',
  },
  'http.status': {
    looksAt:
      'The answer is one of those that the step expects; of a faulty request, the refusal that the contract documents.',
    failing: 'The gateway decided otherwise than the specification says.',
    consequence: 'Retailers’ systems that go by the status do something else than was meant.',
  },
  'http.headers': {
    looksAt: 'The answer has the headers that the step expects.',
    failing: 'The answer lacks a header, or has it with another value: what decides on the answer may well be right.',
    consequence: 'Retailers’ systems cannot match or read some answers.',
  },
  'http.body': {
    looksAt: 'The body has the shape that the step expects.',
    failing: 'The answer has another content than is expected in this situation.',
    consequence: 'Retailers act on an answer that does not say what is so.',
  },
  'http.json': {
    looksAt: 'Where a body is described there is one, and it is well-formed JSON.',
    failing:
      'What was sent is no JSON, so that no client can read it: it was not written by a JSON library, or was cut off.',
    consequence: 'Retailers’ systems cannot read the answer at all.',
  },
  'http.schema': {
    looksAt: 'The body is as the contract describes it; each breach names the promise of its own place.',
    failing:
      'The form of the answer departs from the specification: the mapping that writes it is at fault, whatever it decided.',
    consequence:
      'A retailer’s client that was built from the specification breaks, or shows wrong data to the customer.',
  },
  'http.calendar': {
    looksAt: '29 February, and the 31st of a month between shorter ones, are taken as dates where a later day is.',
    failing: 'A request for a day that few months have was refused, and a like one for a later day was not.',
    consequence: 'Nobody can order or book for that day.',
  },
  'http.empty-body': {
    looksAt: 'There is no body where the specification says that there is none.',
    failing: 'A body was sent where the specification leaves none.',
    consequence: 'Clients that expect nothing may fail on what they get.',
  },
  'http.content-type': {
    looksAt: 'JSON is called JSON. A missing content type is only observed.',
    failing: 'The body says that it is something else than it is.',
    consequence: 'Clients that go by the content type refuse a good answer.',
  },
  'json.repeated-keys': {
    looksAt: 'No object of an answer or a delivery has a name twice. Only observed: readers differ.',
    failing: 'The same name stands several times in one object; readers differ in which of them they take.',
    consequence: 'Two clients read two different things in one answer.',
  },
  'error.code': {
    looksAt: 'The error code is one that the error table pairs with the status.',
    failing: 'The code in the error body is not the one that the specification gives to this error.',
    consequence:
      'Retailers’ systems treat the error as another one: they retry what cannot work, or give up what could.',
  },
  'error.listed': {
    looksAt: 'An error is one of the table.',
    failing: 'An error came that the table of errors does not have.',
    consequence: 'Retailers’ systems meet an error that nobody told them of.',
  },
  'error.uuid-unique': {
    looksAt: 'No two errors share a uuid.',
    failing: 'The same error id was given out for several errors, so that none can be found by it.',
    consequence: 'Support cannot find the one request that failed.',
  },
  'token.reuse': {
    looksAt: 'A token is taken until it expires.',
    failing: 'A token that was still valid was not accepted: tokens are forgotten or ended before their time.',
    consequence: 'Retailers are locked out in the middle of a sale, or ask for tokens all the time.',
  },
  'token.life': {
    looksAt: 'A token is valid for no longer than was agreed on.',
    failing: 'The validity of a token is told in another unit, or as the hour when it ends.',
    consequence: 'Retailers go on with tokens that ran out long ago, and are turned away.',
  },
  'availability.echo': {
    looksAt: 'The result is about the address that was asked for.',
    failing: 'The answer names another address than was asked about.',
    consequence: 'A customer is sold what somebody else’s address can have.',
  },
  'slots.echo': {
    looksAt: 'The slots are those of the address and the service asked for, which has no other’s name.',
    failing: 'The answer repeats the question otherwise than it was asked.',
    consequence: 'Engineers are offered for the wrong address or service.',
  },
  'slots.order': {
    looksAt: 'A slot starts before it ends.',
    failing: 'Slots are not in the order of time, or end before they begin.',
    consequence: 'Customers are offered appointments that cannot take place.',
  },
  'slots.classification': {
    looksAt: 'A slot’s day and hours are those of its classification.',
    failing:
      'A slot does not lie in the hours or days that its classification stands for: time zones are a usual suspect.',
    consequence: 'Customers are promised a morning, and the engineer comes in the evening.',
  },
  'slots.local': {
    looksAt: 'The clock by which slots are classified is the one on the spot, in summer too.',
    failing: 'Slots are classified by UTC: in summer they are an hour off.',
    consequence: 'All through the summer appointments are told an hour off.',
  },
  'slots.future': {
    looksAt: 'No slot is before the date that was asked for.',
    failing: 'Slots were offered before the date that was asked for.',
    consequence: 'Customers are offered days on which they said they cannot.',
  },
  'slots.begun': {
    looksAt: 'Where no date is asked for, no slot has begun already.',
    failing: 'Slots were offered that had begun already.',
    consequence: 'Customers are offered appointments that are over.',
  },
  'slots.narrowed': {
    looksAt:
      'Who asks for slots of one class, or from a date on, is told those that are listed, before and after, for whoever asks for all.',
    failing: 'A search left out free slots, as where results are cut off before they are filtered.',
    consequence: 'Customers are told that there is no appointment on days when there is one.',
  },
  'booking.echo': {
    looksAt: 'The booking repeats what was booked, and gives its service no other’s name.',
    failing: 'The booking that was confirmed is not the one that was asked for.',
    consequence: 'The customer waits at home at another time than the engineer comes.',
  },
  'booking.slot': {
    looksAt: 'A booked slot has the classification and the standard with which it was listed.',
    failing: 'The list and the booking tell of one slot differently: they read different tables.',
    consequence: 'The customer is told another kind of appointment than was booked.',
  },
  'booking.expiry': {
    looksAt: 'A reservation has not expired when it is answered.',
    failing: 'The reservation was over before the client heard of it: time zones are a usual suspect.',
    consequence: 'Reservations are lost before the order can be placed.',
  },
  'booking.hold': {
    looksAt:
      'A reservation is held for as long as was agreed on, or about as long as most of the run, where most are held alike.',
    failing: 'The expiry of some bookings is reckoned otherwise than that of the others.',
    consequence: 'Some customers lose their appointment earlier than others.',
  },
  'booking.class': {
    looksAt: 'Of each class of slots that is listed, one can be booked.',
    failing: 'Each slot of a class is refused as taken, just after it was listed.',
    consequence: 'Customers are offered appointments that nobody can have.',
  },
  'booking.gone': {
    looksAt: 'A slot that the list no longer has is not booked, and one that is refused as taken is not listed.',
    failing:
      'A slot was booked once more after the gateway had stopped listing it, or listed after it was refused as taken.',
    consequence: 'Two customers are promised the same engineer.',
  },
  'booking.held': {
    looksAt: 'A slot that is reserved is given to nobody else before the reservation expires.',
    failing: 'A slot was booked again while it was reserved, as after the cancellation of another order.',
    consequence: 'Two customers are promised the same engineer.',
  },
  'booking.ordered': {
    looksAt: 'A slot that an order uses stays taken when its reservation would have expired.',
    failing: 'The slot of an order was given to somebody else: its reservation ended although it was used.',
    consequence: 'Two customers are promised the same engineer.',
  },
  'booking.freed': {
    looksAt: 'The slot of an order that was cancelled can be booked again, and is listed.',
    failing: 'A cancelled order keeps its slot, which nobody can have any more.',
    consequence: 'Appointments run out although engineers are free.',
  },
  'booking.expired': {
    looksAt: 'A slot whose reservations have expired unused can be booked again.',
    failing: 'An expired reservation keeps its slot: who sweeps them away overlooks some, or never comes.',
    consequence: 'Appointments run out although engineers are free.',
  },
  'booking.once': {
    looksAt: 'A reservation serves one order.',
    failing: 'Two orders were carried out with one appointment.',
    consequence: 'Two customers are promised the same engineer.',
  },
  'booking.honoured': {
    looksAt: 'An order with a reservation is not turned down before that expires, if it is the only one.',
    failing: 'An order was turned down although its reservation had not expired.',
    consequence: 'Customers who take their time lose the appointment that they were promised.',
  },
  'booking.reference-unique': {
    looksAt: 'No two bookings share a reference.',
    failing: 'Two reservations have the same reference: whoever uses it gets one of them.',
    consequence: 'One customer’s order takes another customer’s appointment.',
  },
  'availability.line-unique': {
    looksAt: 'No two existing lines share an id, at one address or at two.',
    failing: 'Two lines have the same id: an order that names it is about either of them.',
    consequence: 'One customer’s line is taken over or ceased for another.',
  },
  'order.again': {
    looksAt: 'What was ordered and then cancelled can be ordered again.',
    failing: 'An order was refused that is the same as one that the gateway took, and whose cancellation it granted.',
    consequence: 'A customer who comes back after a cancellation cannot be served.',
  },
  'world.facts': {
    looksAt: 'What availability says of an address is what the world of the target states of it, to the character.',
    failing:
      'The gateway says otherwise of an address than was agreed on with it: the data of its environment, or what it makes of them.',
    consequence: 'Customers are told that they can have what they cannot, or the other way round.',
  },
  'world.state': {
    looksAt: 'What a completed order has done to its address shows in the next availability result.',
    failing: 'What the gateway says of an address does not follow from the orders that it completed there.',
    consequence: 'Lines that were installed or ceased are shown as they were, so the next order goes wrong.',
  },
  tally: {
    looksAt: 'Of requests sent at once, as many were answered so as the scenario counts.',
    failing:
      'Of requests that were sent at the same time not as many were accepted and refused as must be: they were not decided one after the other.',
    consequence: 'Two customers are promised what only one can have.',
  },
  'step.need': {
    looksAt: 'The preconditions that a step states hold. A miss is no breach, and the case is inconclusive.',
    failing: 'The journey could not be prepared.',
    consequence: 'It could not be tried.',
  },
  'step.value': {
    looksAt: 'Every step was walked with all its values. A journey that ended early is inconclusive.',
    failing: 'An earlier answer lacks a value that a later request needs.',
    consequence: 'The journey cannot go on: retailers lack what the next request needs.',
  },
  'kci.sequence': {
    looksAt: 'The events that a scenario waits for came, in order and in time.',
    failing: 'The events of the order are not those of this journey: one is missing, too many, late, or out of turn.',
    consequence: 'Orders move on and the retailer is never told, or too late: customers call and nobody knows.',
  },
  'kci.never': {
    looksAt: 'None of the events came that must not come.',
    failing: 'An event came that says the opposite of what was asked for.',
    consequence: 'Retailers tell customers something that is not so.',
  },
  'kci.once': {
    looksAt: 'The events that must come exactly once came once.',
    failing: 'An event that ends or begins something came several times, or not at all.',
    consequence: 'An order is never closed at the retailer, or is billed and closed twice.',
  },
  'kci.silence': {
    looksAt: 'Nothing at all came while silence is expected.',
    failing: 'Events came about something that the gateway had refused.',
    consequence: 'Retailers hear of orders that do not exist.',
  },
  'kci.lifecycle': {
    looksAt: 'The events of an order follow the lifecycle of its type, as the KCI profile draws it.',
    failing: 'The events do not follow the lifecycle that the KCI profile draws for this type of order.',
    consequence: 'Retailers’ systems lose track of the order, and somebody must put it right by hand.',
  },
  'kci.terminal': {
    looksAt: 'A final event ends the order’s stream.',
    failing: 'Events came after the one that ends an order.',
    consequence: 'Orders that were closed come alive again at the retailer.',
  },
  'kci.readable': {
    looksAt: 'A delivery can be read, and says which order and which event it is about, as the KCI profile reads it.',
    failing: 'A delivery cannot be read as the KCI profile says.',
    consequence: 'Retailers’ systems drop the event: the customer is never told.',
  },
  'kci.envelope': {
    looksAt: 'A delivery has the form that the KCI profile says of all of them.',
    failing: 'The envelope of a delivery departs from the KCI profile: the mapping that writes it is at fault.',
    consequence: 'Retailers’ systems drop the event, or file it wrongly.',
  },
  'kci.known-event': {
    looksAt: 'The KCI profile knows the event.',
    failing: 'The KCI profile knows no such event.',
    consequence: 'Retailers’ systems do not know what to do with the event.',
  },
  'kci.authentication': {
    looksAt: 'A delivery proves to come from the target, in the way that the target file says.',
    failing: 'A delivery did not prove where it comes from.',
    consequence: 'Anybody could tell retailers that an order is complete.',
  },
  'kci.path': {
    looksAt: 'The events of accepted orders are delivered, and to the address that the target was given.',
    failing: 'Events of accepted orders do not come, or go to another address than the one that was given.',
    consequence: 'Retailers hear nothing of their orders: customers are never told.',
  },
  'kci.unexpected': {
    looksAt: 'Every event is about an order of this run.',
    failing: 'A delivery is about nothing that this run asked for: another run, another environment, or a mixed-up id.',
    consequence: 'Retailers hear of orders that are not theirs.',
  },
  'kci.refused-request': {
    looksAt: 'No event comes of an order, amendment or cancellation that was refused.',
    failing: 'The gateway refused a request, and acted on it all the same.',
    consequence: 'What the retailer was told is refused is carried out all the same: lines change that nobody ordered.',
  },
  'kci.faulted-request': {
    looksAt: 'No event comes of an order, amendment or cancellation that was answered with a server error.',
    failing: 'The gateway told of a fault or a time-out, and carried out the request all the same.',
    consequence: 'The retailer sends the request again, and has it carried out twice.',
  },
  'kci.sequence-number': {
    looksAt: 'The events of an order are numbered as the KCI profile says.',
    failing: 'The numbers of an order’s events do not count up: its counter is shared, reset, or taken too late.',
    consequence: 'Retailers apply events in the wrong order.',
  },
  'kci.duplicate': {
    looksAt: 'What is delivered again says the same again, and only where the KCI profile lets it come again.',
    failing: 'What came again under one id does not say the same again.',
    consequence: 'Retailers that ignore repeats miss news, and those that do not count it twice.',
  },
  'kci.tenant': {
    looksAt: 'An event names the tenant that placed the order.',
    failing: 'An event names another tenant than the one that ordered: events may reach the wrong retailer.',
    consequence: 'One retailer sees another retailer’s customers.',
  },
  'kci.conversation': {
    looksAt: 'An event repeats the conversation of the request that the KCI profile names.',
    failing: 'An event does not belong to the conversation of its order, so that the sender cannot match it.',
    consequence: 'Retailers cannot match the event with what they asked.',
  },
  'kci.carries': {
    looksAt: 'An event has the fields that the KCI profile says it must; an answer names the request it answers.',
    failing: 'An event came without something that it must carry.',
    consequence: 'Retailers are told that something happened, without what they need to act on it.',
  },
  'kci.entity': {
    looksAt: 'The order inside an event is the one that was placed, with the status that goes with the event.',
    failing: 'The order inside an event is not the order that was placed.',
    consequence: 'Retailers tell customers the state of another order.',
  },
  'kci.amended-list': {
    looksAt: 'An order keeps the characteristics that its amendments do not name.',
    failing: 'An amendment of one characteristic took all others from the order.',
    consequence: 'Customers who change one thing lose what else they ordered.',
  },
  'kci.rules': {
    looksAt: 'What the rules of the KCI profile say of members together holds of every event.',
    failing: 'Members of events contradict each other, or do not stay as they must.',
    consequence: 'Events contradict each other, so that no retailer can trust them.',
  },
  'kci.timing': {
    looksAt:
      'The first event of an order comes soon enough, so do the next ones, and none comes too long after one that follows it.',
    failing: 'Events came too late, or dated otherwise than they came.',
    consequence: 'Customers are told too late to act: nobody is at home when the engineer comes.',
  },
  'kci.ahead': {
    looksAt: 'No event comes, or says that it happened, long before its order was accepted.',
    failing: 'Events came before the order they are about was answered.',
    consequence: 'Retailers hear of orders that they do not know yet, and drop the event.',
  },
  'kci.moments': {
    looksAt: 'No event says that it happened after it came.',
    failing: 'The times of events are not those at which they happened: time zones are a usual suspect.',
    consequence: 'Dates that customers are told are wrong by hours.',
  },
  'kci.retry': {
    looksAt:
      'A delivery that was turned away comes again, the same, as often and as far apart as the KCI profile says.',
    failing: 'A delivery that was not acknowledged did not come again as the KCI profile says.',
    consequence: 'A short outage at the retailer loses events for ever.',
  },
} as const satisfies Readonly<Record<string, CheckWords>>;

/** The words of checks of clients; each entry covers all checks with a matching id. */
const CLIENT_WORDS: readonly { readonly of: RegExp; readonly words: CheckWords }[] = [
  {
    of: /^client\.(operation|request|request-id|tenant|ids|slot-only|characteristics)$/,
    words: {
      looksAt: 'What the client sends has the form and the values that the specification gives it.',
      failing: 'The client writes a request otherwise than the specification says: what builds it is at fault.',
      consequence: 'Gateways refuse the request, or do something else than was meant.',
    },
  },
  {
    of: /^client\.(basic|bearer|token-expiry|token-renewed|token-reuse)$/,
    words: {
      looksAt: 'The client gets, uses and renews its token as the specification says.',
      failing: 'The client does not keep its token as it should: what holds the token is at fault.',
      consequence: 'Journeys break off when a token ends, or the token endpoint is asked far too often.',
    },
  },
  {
    of: /^client\.(token-tenant|own-conversation|own-orders|unsigned)$/,
    words: {
      looksAt: 'The client keeps tenants apart, and believes its gateway alone.',
      failing: 'The client mixes what belongs to several parties.',
      consequence: 'Orders of one retailer are seen or changed by another, or by strangers.',
    },
  },
  {
    of: /^client\.(refused-again|back-off|tries|once)$/,
    words: {
      looksAt: 'What fails is tried again with measure, and nothing is asked for twice that may have been done.',
      failing: 'The client repeats what it should not: what handles failures is at fault.',
      consequence: 'Customers get two orders for one, and a gateway in trouble gets more of it.',
    },
  },
  {
    of: /^client\.(slots-again|slot-listed|reservation|reservation-live|order-type|unavailable|order-named|after-end)$/,
    words: {
      looksAt: 'What the client asks for follows from what the gateway answered and told before.',
      failing: 'The client does not act on what it was answered.',
      consequence: 'Orders are refused, or come without the appointment that the customer was promised.',
    },
  },
  {
    of: /^client\.(acknowledge|acknowledge-in-time|repeated|out-of-turn|late-event|unknown-event|malformed-event)$/,
    words: {
      looksAt: 'The client takes what comes to its webhook, however it comes.',
      failing: 'The webhook of the client does not take an event that a gateway may rightly send.',
      consequence:
        'Events are delivered again and again and then lost: the retailer does not know how its order stands.',
    },
  },
  {
    of: /^client\.(asked|never|told)$/,
    words: {
      looksAt:
        'The client does its task: the requests that belong to it, no other, and a true word about it in the end.',
      failing: 'The client did otherwise than its task and the behaviour of the gateway ask for.',
      consequence: 'What the customer asked for is not done, or more than that.',
    },
  },
];

/** The words of a check; undefined if it is unknown. */
export function wordsOfCheck(check: string): CheckWords | undefined {
  const words: Readonly<Record<string, CheckWords>> = CHECK_WORDS;
  return Object.hasOwn(words, check) ? words[check] : CLIENT_WORDS.find(({ of }) => of.test(check))?.words;
}
