// The texts of shell/commands.

// command-list
export const thisEvent = "This event";
export const goTo = "go to";
export const pages = "Pages";
export const commands = "Commands";
export const alerts = "Alerts";
export const mailPushMessagesQuietHoursSettings = "mail push messages quiet hours settings";
export const organisationProfile = "Organisation profile";
export const organisationProfileSearchWords = "logo address legal name time zone settings";
export const newEvent = "New event";
export const openCreateSession = "open create session";

// command-menu
export const events = "Events";
export const onThisPage = "on this page";
export const keyboardShortcuts = "Keyboard shortcuts";
export const shortcutsKeyboardHelp = "shortcuts keyboard help";
export const searchOrRunACommand = "Search or run a command";
export const pageEventPaymentOrAction = "A page, an event, a payment, an action";
export const esc = "Esc";
export const move = "Move";
export const enterKey = "Enter";
export const open = "Open";
export const payerReferenceAmountOrDigits = "Payer, reference, amount or last four digits";

// command-rows
export const results = "Results";
export const noResults = "No results";
export const tryAgain = "Try again";
export const inAllEvents = "In all events";
export const pending = "Pending";
export const failed = "Failed";

// key-list
export const pagesEventsAndActions = "Pages, events and actions (⌘ K on a Mac)";
export const searchThePage = "Search the page";
export const goToPage = (name: string) => `Go to ${name}`;
export const nextRow = "Next row";
export const rowAbove = "Row above";
export const openTheRow = "Open the row";
export const exportLabel = "Export";
export const pauseTheList = "Pause the list";
export const closeWhatIsOpen = "Close what is open";
export const thisList = "This list";
export const theyCanBeTurnedOff = "They can be turned off in Settings.";

// use-found-payments
export const payments = "Payments";
export const noName = "No name";
export const thePaymentsCouldNotBeSearched = "The payments could not be searched.";
export const searchingPayments = "Searching payments…";
