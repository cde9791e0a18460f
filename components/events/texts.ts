import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of events.

// attention
export const settled = "Settled";
export const nothingToSettle = "Nothing to settle";
export const awaitingSettlement = "Awaiting settlement";
export const silent = (terminal: string) => `${terminal} silent`;
export const countTerminals = (count: number | bigint) => formatCountWithNoun(count, "terminal");
export const open = (exceptions: string) => `${exceptions} open`;
export const countExceptions = (count: number | bigint) => formatCountWithNoun(count, "exception");
export const noOperatorsAdded = "No operators added";

// event-columns
export const eventLabel = "Event";
export const status = "Status";
export const when = "When";
export const takingsOverTime = "Takings over time";
export const lastPayment = "Last payment";
export const needsAttention = "Needs attention";
export const taken = "Taken";
export const noVenueGiven = "No venue given";
export const takingsOverTimeOf = (name: string) => `Takings over time of ${name}`;
export const noTakingsYet = "No takings yet";
export const noneYet = "None yet";
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");

// events-skeleton
export const events = "Events";

// events-view
export const all = "All";
export const active = "Active";
export const upcoming = "Upcoming";
export const closed = "Closed";
export const archived = "Archived";
export const newEvent = "New event";
export const notUpToDate = "Not up to date.";
export const theseFiguresWereTrueAt = (detail: string) => `${detail} These figures were true at `;
export const eventsByState = "Events by state";
export const searchEvents = "Search events";
export const eventVenueOrId = "Event, venue or id";
export const yourEventsDidNotLoad = "Your events did not load";
export const noEventsYet = "No events yet";
export const anEventHasAnAccount =
  "An event has an account of its own to pay into, and its terminals. Its first payment shows here the moment it arrives.";
export const noResults = "No results";
export const clear = "Clear";
export const nothingMatches = (search: string) =>
  `Nothing matches ${search}. Names, venues and ids are searched.`;
export const thisChoice = "this choice";
export const shownOfMatching = (count: string, total: string) => `${count} of ${total}`;
export const showMore = "Show more";
export const compare = "Compare";

// first-steps
export const itGetsItsOwnAccount = "It gets an account of its own to pay into, and its terminals";
export const createAnEvent = "Create an event";
export const addAnOperator = "Add an operator";
export const paymentsCarryAName = "So that every payment at a terminal carries a name";
export const addOperator = "Add operator";
export const inviteAColleague = "Invite a colleague";
export const eachMemberHasARole = "Each member signs in with a role of their own";
export const invite = "Invite";
export const takeATestPayment = "Take a test payment";
export const testModeChargesNothing =
  "In test mode: nothing is charged, and you see what your visitors' payments look like";
export const ownersSendTestPayments = "An owner sends one in test mode, under Developers";
export const sendAPayment = "Send a payment";
export const firstSteps = "First steps";
export const dismiss = "Dismiss";

// format-event-time
export const since = (relativeDay: string) => `Since ${relativeDay}`;

// summary-strip
export const allEvents = "All events";
export const activeNow = "Active now";
export const takenThisMonth = "Taken this month";
export const countEvents = (count: number | bigint) => formatCountWithNoun(count, "event");
export const takenIn = (month: string) => `Taken in ${month}`;
export const countedSince = (counted: string, time: string) => `${counted}, since ${time}`;
export const from = (counted: string) => `from ${counted}`;
export const fullySettled = "Fully settled";
export const notKnown = "Not known";
export const figuresAreNotUpToDate = "The figures are not up to date";
export const notReady = (count: string) => `${count} not ready`;
export const allClear = "All clear";
