import type { Json } from './model.ts';

const STATUS = '{verb} answered {actual} where {owed} is expected | {owed} | {answer}';
const FAULTY = '{verb} answered {actual} where {owed} is expected: sent {fault} | {owed} | {answer}';
const UNANSWERED = 'a whole HTTP response | {fault}: {detail}';
const CONTRADICTED = 'availability contradicts the world that was agreed on for the target';
const NO_TRACE = '{type:json} was completed, and availability does not show it by {path}';
const LEFT_NO_TRACE = 'an order was completed and left no trace in availability';
const LATER = '[; {later?} {laterMs:duration?} after its end]';
const NOT_COME = '{next:due} did not come | {next:due} within {withinMs:duration} ({whose})';
const RULE = 'an event breaks the rule "{rule}"';

/**
 * Everything that a check may find, as plain data. A row has its summary, what was owed and what came; and the name of its
 * kind, if that is not just the summary without the values that differ from case to case (`{event~an event}`). Values stand
 * in `{ }`, with their form; a part in `[ ]` is left out if a value in it is absent. A finding about an order has the
 * order's id in front.
 */
export const FINDINGS = {
  // Answers
  'no-body': '{verb} answered {status} without a body | a JSON body | no body | {what} has no body',
  'not-json':
    '{verb} answered {status} with a body that is not JSON | a JSON body | {body:json}: {problem} | {what} has a body that is not JSON',
  'wrong-body':
    '{verb} answered {status} with a wrong body at {pointer:at} | {expected} | {actual} | {what} has a wrong body at {pointer:anywhere}',
  'body-not-owed': '{verb} answered {status} with a body | {status} with no body | {status} with {body:json}',
  'json-unnamed':
    '{verb} answered JSON without a content type | application/json | nothing | JSON came with another content type',
  'json-misnamed':
    '{verb} answered JSON as {type:json} | application/json | {type} | JSON came with another content type',
  'repeated-key':
    '[{verb?} answered {status?}][{event?} came] with a name that stands twice in one object | each name once | {pointers:all}',
  'wrong-code':
    '{verb} answered {status} with the code {code:json} | {owed:either} | {status} {code} | an error {status} has a code that does not belong to it',
  'unlisted-error':
    '{verb} answered {status}, which is not one of the listed errors | {listed:all} | {status} | an error is not in the table',
  'repeated-uuid':
    '[{count~} of {of~} ]errors repeat the uuid of another | a uuid of its own for each error | {value:json}',
  'uuid-of-earlier':
    'an error has the uuid of an earlier one | a uuid of its own for each error | {value:json}, which an error of journey {first} has',
  'wrong-status': `${STATUS} | {operation} answered {status} where {owed} is expected`,
  'error-status':
    '{verb} answered {actual} where {owed} is expected[: sent {fault?}] | {owed} | {answer} | {operation} answered {status}',
  'error-code-in-success': `${STATUS} | {operation} answered {status} with the code of an error`,
  'token-refused': `${STATUS} | a request with a valid token was answered {status}`,
  'fault-accepted': `${FAULTY} | {operation} accepted a request that is wrong at {place:anywhere}`,
  'fault-refused-otherwise': `${FAULTY} | {operation} answered {status} to a faulty request`,
  'header-accepted': `${FAULTY} | an operation accepted a request that is wrong at {place:anywhere}`,
  'not-ordered-again':
    'what was ordered before, and cancelled, cannot be ordered again | 202, as for order {first} | {answer}',
  'day-refused':
    '{verb} for {day} was refused | {day} as well as {later} | {answer} | {verb} for a day that few months have was refused',
  'header-refused-otherwise': `${FAULTY} | an operation answered {status} to a request that is wrong at {place:anywhere}`,
  'trace-of-refused':
    '{verb} answered {status}, though the only request before it was refused | {owed}: what was refused has left no trace | {answer}',
  'answer-risky': '{verb} answered {status}, a risk to {risk} | not stated | {answer}',
  'answer-not-stated': '{verb} answered {status} | not stated | {answer}',
  'other-part':
    '{verb} answered {status} with another {part} than expected[ at {pointer?}] | {expected:shape} | {actual}[; {whose?} was answered the same {agoMs:duration?} before] | {verb} answered {status} with another {part} than expected[ at {pointer:anywhere?}]',
  'exchange-broke': `{verb} had no answer: {detail} | ${UNANSWERED} | an exchange broke: {fault}`,
  'never-answers': `{verb} gave no answer to {count} of {count} tries, while {alive} answered ({detail}) | ${UNANSWERED} | {verb} gives no answer: {fault}`,
  'seldom-answers': `{verb} gave no answer to {count} of {of} requests, while other operations answered ({detail}) | ${UNANSWERED} | {verb} sometimes gives no answer`,
  'tenant-unanswered': `{tenant} has had no answer to its last {count} requests, since {last}, while other tenants have ({detail}) | ${UNANSWERED}; {tenant} has had no answer since {last} | a tenant is no longer answered`,
  'token-life-not-agreed':
    'a token is told to be valid for {lifeMs:duration}, not as agreed for {agreedMs:duration} | at most {agreedMs:duration} | {lifeMs:duration} | a token is told to be valid for longer than agreed',
  'valid-token-refused':
    '{verb} answered {status} to a token with {seconds} seconds to live | the token is taken until {until:instant} | {status} at {at:instant} | a token that was still valid was answered {status}',
  'too-few-answered':
    '{of} requests sent at once were answered {statuses:all} where {owed} × {answer} is expected | {owed} × {answer} | {count} × {answer} (all: {statuses:all}) | fewer requests sent at once were answered {answer} than should be',
  'too-many-answered':
    '{of} requests sent at once were answered {statuses:all} where {owed} × {answer} is expected | {owed} × {answer} | {count} × {answer} (all: {statuses:all}) | more requests sent at once were answered {answer} than should be',
  'name-of-another':
    'a service has the name of another | no name that availability gave to {others:all} alone | {id:json} with the name {name:json}',
  'other-echo': '{verb} answered with another {field} than was asked for | {owed:json} | {came:json}',
  'answered-again':
    '{verb} got the answer to an earlier request | an answer to this request | that to {step} of {journey}',
  // Slots and bookings
  'slot-backwards':
    '[{count~} of {of~} ]slots do not start before they end | an end after {start:instant} | {end:instant}',
  'slot-misplaced':
    '[{count~} of {of~} ]slots are not what their class says[ in {clock?} time] | times of the class {class:json} | {slot}',
  'slot-before-date':
    '[{count~} of {of~} ]slots lie before the date asked for | a start on {from} or later | {start:instant}',
  'slot-left-out':
    '[{count~} of {of~} ]slots are left out that are listed when all are asked for | all of them | without {slot}',
  'slot-past': '[{count~} of {of~} ]slots lie in the past | a start after {now:instant} | {start:instant}',
  'slot-retold': 'a slot was booked with another {member} than it was listed with | {owed:json} | {came:json}',
  'booking-expired': 'a booking had expired when it was answered | an expiry after {now:instant} | {expiry:instant}',
  'odd-hold':
    'a booking is held for {holdMs:duration}, most for {usualMs:duration} | about {usualMs:duration} | {holdMs:duration} | a booking is held for a different time than most',
  'hold-not-agreed':
    'a booking is held for {holdMs:duration}, not as agreed for {agreedMs:duration} | about {agreedMs:duration} | {holdMs:duration} | a booking is held for a different time than agreed',
  'class-never-booked':
    'no slot of class {classification:json} can be booked, however often it is listed | a booking of one of them | {answer}',
  'booked-though-gone': 'a slot that was no longer listed was booked | a conflict | {answer}',
  'listed-though-gone': 'a slot that was refused as taken is still listed | no such slot | the slot, as before',
  'given-away': 'a reserved slot was booked again before its reservation expired | a conflict | {answer}',
  'booked-again': 'a slot that an order uses was booked again when its reservation had expired | a conflict | {answer}',
  'not-freed': 'a slot of a cancelled order cannot be booked again | a booking | {answer}',
  'freed-not-listed':
    'a slot of a cancelled order is not listed, though it can be booked again | the slot, as before the order | no such slot',
  'not-given-back': 'a slot cannot be booked again after its reservations have expired | a booking | {answer}',
  'not-honoured':
    'an order was turned down whose reservation had not expired | a reservation that can be used until it expires | turned down {leftMs:duration} before that',
  'reservation-reused':
    'it was carried out with the reservation of order {first} | a refusal, or an event that rejects it | its completion | an order was carried out with the reservation of another',
  'shared-reference':
    'the bookings {earlier:json} and {booking:json} have the same reference | a reference of its own for each booking | {value:json} for {count} bookings[, of {tenants:all?}] | bookings have the same reference',
  'reference-of-earlier':
    'a booking has the reference of an earlier one | a reference of its own for each booking | {value:json}, which a booking of journey {first} has',
  'shared-line':
    '{count} lines have the same id, of {earlier:json} and of {address:json} | an id of its own for each line | {value:json} | lines have the same id',
  'line-of-earlier':
    'a line has the id of an earlier one | an id of its own for each line | {value:json}, which a line of journey {first} has',
  'slot-overbooked':
    'book answered {status} for a slot that {who} | {conflict}, since a slot of this address takes {capacity} | {status} for {start} to {end}, held by {holders:all}',
  // The world
  'world-list-not-empty': `${CONTRADICTED} | nothing in the list | {came:json}`,
  'world-not-in-list': `${CONTRADICTED} | {owed:json} in the list | {came:json}`,
  'world-other-member': `${CONTRADICTED} | {member}: {owed:json} | {alias}, which is another member`,
  'world-other-value': `${CONTRADICTED} | {owed:json} | {came:json}`,
  'world-changed': `{type~an order:json}[, which {how~?},] changed what it should not have | {was} × {path} {value~of any value:json}, as before | {now}${LATER}`,
  'world-shown': `{type~an order:json} shows in availability although it was not carried out there | no {name} {value:json} | {name} {value:json}${LATER}`,
  'world-more-than-one': `{type~an order:json} changed {changed} {what} | one of the {what} at most has another number of {path} {value~of any value:json} | {changed} have${LATER}`,
  'world-not-more': `${NO_TRACE} | more than {was} with {path}[ {value:json?}] | {now} with it${LATER} | ${LEFT_NO_TRACE}`,
  'world-not-fewer': `${NO_TRACE} | fewer than {was} with {path}[ {value:json?}] | {now} with it${LATER} | ${LEFT_NO_TRACE}`,
  'world-none': `${NO_TRACE} | at least one with {path}[ {value:json?}] | {now} with it${LATER} | ${LEFT_NO_TRACE}`,
  'world-another-line': `{type~an order:json} changed another line than its own | another number of {path} {value~of any value:json} at {line:json} | {was} as before${LATER}`,
  'world-another-named': `{type~an order:json} named {named:json} and changed another | {path} {value:json} of {named:json} | {came:json}${LATER}`,
  'world-not-shown': `{type~an order:json} gave its line another {name} than it has in availability | {name} {value:json}[, as {how?}] | {came~nothing:json}${LATER}`,
  'world-taken-away': `{type~an order:json} took away {name}, which it does not name | {name} {value:json} as before | nothing${LATER}`,
  // The course of an order
  'nothing-came': `${NOT_COME} | no event of it came | nothing came of an order`,
  'nothing-followed':
    'nothing came after the {what} that was accepted | {next:due} within {withinMs:duration} ({whose}) | {before:events}, then nothing | nothing came after an accepted {what}',
  'passed-over':
    'no event answers {what} {ids:any}, though others of them are answered | {next:due} within {withinMs:duration} ({whose}) | {stream:events}, none of which names it | one of several accepted {what}s was not answered',
  'nothing-more-came': `${NOT_COME} | {before:events}, then nothing`,
  'not-come': `${NOT_COME} | not among {stream:events}`,
  'event-otherwise': '{event} came with another {what} than expected | {expected} | {actual}',
  'event-late':
    '{event} came too late | {event} within {withinMs:duration} of the order | {event} after {tookMs:duration}',
  'event-out-of-turn':
    '{event} came where {next:any} is expected | {next:any}, {before:since} | {event}, {before:since} | an event came out of turn {last:place}',
  'came-without':
    '{event} came without {next:and} before it | {next:and}, then {event}[ (profile {profile?})] | {stream:events}',
  'event-again':
    '{event} came again where {next:any} is expected | {next:any}, {before:since} | {event}, {before:since} | an event came again {last:place}',
  'event-too-many':
    '{event} came where no more events are expected | nothing after {before:events} | {event}, {before:since} | an event came out of turn {last:place}',
  'never-came': '{event} came, which must not come | never {never:any} | {stream:events}',
  'not-silent':
    '{event~an event} came where silence is expected | no event within {silentMs:duration} | {stream:events}',
  'more-than-once': '{event} came more than once | {once:all}: exactly once | {stream:events}',
  'not-once': '{missing:any} did not come | {once:all}: exactly once | {stream:events}',
  'never-caught-up':
    '{event} came early, and what should have come before it never came | {next:any} within {withinMs:duration} (profile {profile}) | {stream:events}',
  'off-course':
    '{event} came {before:place} | {next:any} {before:place} (profile {profile}) | {stream:events} | an event came out of turn {last:place}',
  'again-off-course':
    '{event} came again {before:place} | {next:any} {before:place} (profile {profile}) | {stream:events} | an event came again {last:place}',
  'past-course':
    '{event} came {before:place} | no more events {before:place} (profile {profile}) | {stream:events} | an event came out of turn {last:place}',
  'out-of-state':
    '{event} came in the status {status} | {event} in the status {allowed:any} (profile {profile}) | {stream:events}',
  'went-on-unasked':
    '{event} came while the order waited | no {event} before the {kind} that {waiting} asks for (profile {profile}) | {stream:events}',
  'after-end': '{event~an event} came after {final} | nothing after {final} (profile {profile}) | {stream:events}',
  'of-refused':
    '{event~an event} came although the {what} was refused | no event of {aWhat} answered {status} | {events:all}',
  'of-faulted':
    '{event~an event} came although the {what} was answered {status} | no event of {aWhat} that a server error answered | {events:all}',
  'first-late':
    'the first event came late | an event within {withinMs:duration} of the acceptance | {event} after {tookMs:duration}',
  'none-in-time':
    'no event that names it came in time | an event within {withinMs:duration} of the acceptance | nothing after {tookMs:duration}',
  'long-gap':
    '{event} came long after {before} | the next event within {withinMs:duration} | after {gapMs:duration} | an event came long after the one before it',
  'left-silent':
    'nothing came after {before}, though the order had not ended | the next event within {withinMs:duration} | nothing | nothing came after an event, though the order had not ended',
  'event-ahead':
    '{event~an event} came before the order was accepted | no event more than {aheadMs:duration} before the acceptance | {byMs:duration} before it',
  'answer-ahead':
    '{event~an event} came before the {kind} was accepted | no event more than {aheadMs:duration} before the acceptance | {byMs:duration} before it',
  backdated:
    '{event~an event} happened, by its own time, before the order was sent | a time after {sentAt:instant}, give or take {clocksMs:duration} by which clocks may differ | {issuedAt:instant}',
  postdated:
    '{event~an event} happened, by its own time, after it came | no time after {latest:instant} | {issuedAt:instant}',
  // Deliveries
  'no-order-named': 'a delivery names no order | {expected} | {text:json}',
  unreadable: 'a delivery cannot be read: {problem} | {expected} | {text:json} | a delivery cannot be read',
  'field-unreadable': 'the {field} of an event cannot be read | {expected} | {actual}',
  'all-foreign':
    'none of the {count} deliveries names an event or an order where the KCI profile {profile} looks for them; is it the profile of this gateway? (assay profile test) | events as the profile {profile} describes them | {text:json} | no delivery names an event or an order where the profile looks for them',
  'other-form': 'a delivery has another {what} than the profile says | {what}: {expected} | {actual}',
  'unknown-event':
    '{event} is not an event of the profile | an event of the profile {profile} | {wireName:json} | an event is not in the profile',
  'order-not-ours':
    '{event} came for the order {named}, which this run did not place | events of orders that this run placed | {event} for the order {named} | an event came for an order which this run did not place',
  'order-never-placed':
    '{event} came for the order {named}, which was never placed | events of orders that this run placed | {event} for the order {named} | an event came for an order which was never placed',
  unproven:
    'a delivery does not prove to come from the target[, and {more~?} more] | a delivery with the authentication that was agreed on ({by}) | {proof:json}',
  'other-path':
    '{event~an event} came to another path than was given | the path of the webhook | {path:json}[, that of {whose?}]',
  'never-delivered':
    'no event came to the webhook | the acknowledgment of the order, as an event | nothing for {forMs:duration}[; order {twin?}, of the same type and conversation, has its events]',
  'event-elsewhere': 'an event came to another address | the address of the webhook | {method} {path:json}',
  'request-elsewhere':
    'a request came to another address of the receiver | the address of the webhook | {method} {path:json}',
  // What events say
  unnumbered: '{event~an event} has no number | a number | nothing',
  'number-repeated':
    'two events have the number {number} | a number of its own for each event | {number} on {other} and {event}[, which {same?}][; the order was accepted {times?} times] | two events of an order have the same number',
  'number-backwards':
    'number {number} was issued before number {lower} | numbers that increase in the order of issue | {number} at {issuedAt:instant}, {lower} at {lowerAt:instant} | a number was issued before a lower one',
  misnumbered:
    'a number does not fit the numbering | numbers [that begin at {from?} and ]that go up by {by} (profile {profile}) | {number}[ after {first?}]',
  'number-missing': 'a number is missing | numbers without gaps[ from {from?}][, each {by?} more] | {numbers:all}',
  overtaken:
    '{event} was overtaken by {other}, which follows it | {event} {windowMs:duration} after {other} at the latest (profile {profile}) | {laterMs:duration} after it | an event was overtaken by a later one',
  'came-again':
    '[the delivery {what?} of ]{first} came again | each delivery once | {first} and {event}, both {same} | a delivery came again',
  'came-again-otherwise':
    '[the delivery {what?} of ]{first} came again with another content | the same content under the same id | {first} and {event}, both {same}[, with another {differs:and?}] | a delivery came again with another content',
  'other-tenant': 'an event names another tenant | {owed:json} | {came:json}',
  'other-conversation':
    '{event~an event} is of another conversation | {allowed:anyjson} | {came:json}[, that of {whose?}]',
  'without-field': '{event} came without {field} | {field} {place} | nothing',
  'without-amended': '{event} came without {field}, which was amended | {field} {amended:json} {place} | nothing',
  'answers-cut':
    '{event} names {request} by 32 bits of its id | [{asked:anyjson?}] | {came:json}, which is {cut:json} in 32 bits',
  'answers-another':
    '{event} answers another {request} | [{asked:anyjson?}][no {none?} was asked for] | {came:json}[, asked for of order {other?}][ by {tenant?}]',
  'other-order-type': 'an event holds another kind of order at {place} | {expected} | {actual}',
  'other-member':
    'the order in an event has another {member} | {owed:json} | {came:json}[, which was sent as {sentAs?}]',
  'shows-rejected':
    'an event shows the {member} of a rejected amendment | {owed:json} | {came:json} | an event shows what a rejected amendment asked for',
  'of-another-order':
    'the order in an event shows the {member} of another order | no {member}: none was asked for | that of order {other}: {came:json}',
  'shows-another': 'an event shows another order | order {id} of {tenant} | order {other} of {whose}',
  'shows-anothers': "an event shows another tenant's order | order {id} of {tenant} | order {other} of {whose}",
  'null-member': 'the order in an event has null where a value is stated | {expected} | {actual}',
  'no-text-member': 'the order in an event has no text where one is stated | {expected} | {actual}',
  'list-replaced':
    '{event} has lost {name}, which the last amendment does not name | {name} beside what was amended | {names:all} | events have lost a characteristic that the last amendment does not name',
  'not-amended': '{event} shows {member} as it was before | {owed:json} | {came:json}',
  'other-order-status': '{event~an event} came with another order status | {right:any} {place} | {came}',
  'reference-changed': 'the reference of the order changed | {owed:json} | {came:json}',
  'not-equal': `${RULE} | {here} equal to {there} ({place}) | {one:json} and {other:json}`,
  'time-before': `${RULE} | {here} a time not before that of {there} ({place}) | {one:json} and {other:json}`,
  'member-changed': `${RULE} | {first:json}, as before, at {here} ({place}) | {came:json}`,
  'member-repeated': `${RULE} | another {here} in each event[ of the {within?}] ({place}) | {came:json} once more`,
  'member-not-repeated': `${RULE} | {right:anyjson}, the {member} of the {request}, at {here} ({place}) | {came:json}`,
  // Deliveries that were turned away
  'retried-soon':
    '{event~a delivery} was tried again too soon | attempt {nth}, {promised} (profile {profile}) | {gapMs:duration} after it',
  'retried-late':
    '{event~a delivery} was tried again too late | attempt {nth}, {promised} (profile {profile}) | {gapMs:duration} after it',
  'not-retried':
    '{event~a delivery} was not tried again | attempt {nth}, {promised} (profile {profile}) | nothing for {waitedMs:duration} after {how}[; {beside?}, which came with it, was tried again]',
  'given-up':
    '{event~a delivery} was given up after {count} attempts | attempt {nth}, {promised} (profile {profile}) | nothing for {waitedMs:duration} after {how}[; {beside?}, which came with it, was tried again]',
  'retried-renamed': '{event~a delivery} was tried again under another delivery id | {owed:json} | {came:json}',
  'retried-endlessly':
    '{event} went on being delivered after it was acknowledged | at most {most} attempts (profile {profile}) | {count} attempts, the {nth:nth} of which was acknowledged | a delivery went on after it was acknowledged',
  'overtook-untaken':
    '{event} was delivered before {first} was acknowledged | {first} again, and then {event}: they are in order as they arrive | {event} first | a delivery overtook one that was not acknowledged',
  // What a client sends
  'no-operation':
    'a request is for no operation of the gateway | a path and method of the specification | {method} {path}',
  'request-wrong':
    'the request of {verb} is wrong at {pointer:at} | {expected} | {actual} | the request of {verb} is wrong at {pointer:anywhere}',
  'not-encoded': 'the request of {verb} has {name} as it is | URL-encoded JSON | braces or quotes in the URL',
  'request-id-reused': 'two requests have one id | an id of its own for each request | {value:json} for both',
  'other-tenant-in-body': 'the order names another tenant than its header | {owed:json} | {came:json}',
  'conversation-shared':
    'two tenants share the id of a conversation | a conversation of its own for each tenant | {value:json}, of {one} and of {other}',
  'id-reused':
    'an id names two things of {verb} | another id for another thing | {id} for both | one id names two things',
  'refused-again':
    '{verb} was asked again as it was refused | another request, or none | what was answered {status}, unchanged',
  'not-backed-off':
    '{verb} is tried again and again at once | {backOffMs:duration} between the second try and the next | tries after {gaps:all}',
  'never-given-up': '{verb} is tried without end | at most {tries} tries | {count} tries',
  'not-basic': 'a token was asked for without Basic | Authorization: Basic … | {scheme}',
  'credentials-refused':
    'no credentials of the client were right | client id and secret, as they were given | 401 {code}',
  'not-bearer':
    '{verb} was asked without a token | Authorization: Bearer … | {scheme} | a request came without a token',
  'token-not-issued':
    '{verb} was asked with a token that was never issued | the token that the gateway issued | another one | a request came with a token that was never issued',
  'token-of-another':
    "{verb} was asked with another tenant's token | a token of {tenant} | a token of {owner} | a request came with another tenant's token",
  'expired-token-used':
    '{verb} was asked with a token that had run out and was refused | a new token after {lifeMs:duration} | the old one | a token that had run out was used on',
  'refused-token-used':
    '{verb} was asked with a token that had been refused | a new token | the old one | a token that was refused was used on',
  'token-not-reused': 'a token was asked for while {alive} are alive | the token that is there | another token request',
  'booked-blindly':
    'after a conflict a slot was booked without asking for the slots again | slots, then book | book | a slot was booked blindly',
  'slot-with-more': 'the slot of a booking has more than start and end | start and end | {further:all} besides',
  'slot-not-listed':
    'a slot was booked that was not listed | one of the {count~} slots listed for the address | {slot:json}',
  'reservation-left-out': 'an order does not name its reservation | the reservation {id~} | none',
  'reservation-not-booked':
    'an order names a reservation that was not booked | id and reference as they were answered | {came:json}',
  'reservation-expired':
    'an order uses a reservation that has expired | an order before {expiry:instant} | one after it',
  'order-type-unfit': '{type} was ordered where it does not fit | {words} | availability says otherwise',
  'ordered-unavailable':
    'an order was placed where the service is unavailable | no order | an order in spite of {codes:all}',
  'value-not-offered': 'an order has a value of {name} that was not offered | {values:anyjson} | {value:json}',
  'order-not-placed': '{verb} is about an order that the client did not place | an order of its own | {id}',
  'of-another-tenant': '{verb} uses what belongs to another tenant | what {tenant} placed | what {owner} placed',
  'asked-twice':
    '{verb} was asked for twice, though the first may have been taken | the same id, or waiting for its events | {one} was answered {was}, then {other} came | {verb} was asked for twice',
  'not-acknowledged':
    '{event} {what} and was not acknowledged | 2xx | {answers:all} | an event that {what} was not acknowledged',
  'malformed-unanswered': 'a delivery that cannot be read had no answer | any status | {answers:all}',
  'unsigned-acknowledged':
    'a delivery was acknowledged that does not prove where it comes from | no 2xx | {answer}, though {why} | a delivery without proof was acknowledged',
  'acknowledged-late':
    '{event} was answered late | an answer within {withinMs:duration} | after {tookMs:duration} | a delivery was answered late',
  'asked-after-end': '{verb} was asked of an order that had ended | nothing after {event} | {verb}',
  'not-asked-for':
    '{request} came where {next:due} is expected | {next:due}, {before:since} | {request} | a request came out of turn',
  'not-done': '{next:due} did not come | {next:due}, {before:since} | nothing more',
  'never-to-be-asked': '{verb} was asked for, which the task does not need | no {verb} | {verb}',
  'told-undone': 'the client says that it failed, though all was done | done | {said}',
  'told-done': 'the client says that it is done, though it could not be | an exit code that tells of it | {said}',
} as const satisfies Readonly<Record<string, string>>;

/** The forms in which values are shown, with their types. */
export interface Forms {
  readonly text: string | number;
  /** As JSON, cut if long. */
  readonly json: Json | undefined;
  readonly duration: number;
  readonly instant: number;
  /** `2nd` */
  readonly nth: number;
  /** `A, B or C` */
  readonly any: readonly string[];
  /** `A, B and C` */
  readonly and: readonly string[];
  readonly anyjson: readonly Json[];
  /** `A | B` */
  readonly either: readonly string[];
  /** A shape as authors write it: `~some(code = 7)` is `one with code = 7`. */
  readonly shape: string;
  /** `A, B` */
  readonly all: readonly (string | number)[];
  readonly events: readonly string[];
  /** What had to come next; `nothing more` if nothing. */
  readonly due: readonly string[];
  /** `after A, B`, or `as the first event`. */
  readonly place: readonly string[];
  /** `after A, B`, or `nothing before it`. */
  readonly since: readonly string[];
  /** A JSON Pointer; `anywhere` is the same without indices of lists. */
  readonly at: string;
  readonly anywhere: string;
}

type Placeholder<Row> = Row extends `${string}{${infer Found}}${infer Rest}` ? Found | Placeholder<Rest> : never;
type Required<S> = S extends `${infer Whole}?` ? Whole : S;
type Name<S> =
  Required<S> extends `${infer N}~${string}` ? N : Required<S> extends `${infer N}:${string}` ? N : Required<S>;
type ValueForm<S> = Required<S> extends `${string}:${infer F extends keyof Forms}` ? F : 'text';
type FactValues<Row> = {
  readonly [S in Placeholder<Row> as S extends `${string}?` ? never : Name<S> & string]: Forms[ValueForm<S>];
} & {
  readonly [S in Placeholder<Row> as S extends `${string}?` ? Name<S> & string : never]?:
    | Forms[ValueForm<S>]
    | undefined;
};

/** A finding as data: its name in the table, the values of its row, and its place in a body. */
export type Fact = {
  [Is in keyof typeof FINDINGS]: { readonly is: Is; readonly pointer?: string } & FactValues<(typeof FINDINGS)[Is]>;
}[keyof typeof FINDINGS];
