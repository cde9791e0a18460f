/** What any part of a page can ask of the frame, without knowing it. */
const OPEN_COMMANDS = "takings:commands";
const OPEN_KEYS = "takings:keys";

/** Opens the command menu. */
export function openCommands(): void {
  document.dispatchEvent(new Event(OPEN_COMMANDS));
}

/** Opens the list of keys. */
export function openKeyList(): void {
  document.dispatchEvent(new Event(OPEN_KEYS));
}

/** Hears both; answers how to stop. */
export function onOpened(commands: () => void, keys: () => void): () => void {
  document.addEventListener(OPEN_COMMANDS, commands);
  document.addEventListener(OPEN_KEYS, keys);
  return () => {
    document.removeEventListener(OPEN_COMMANDS, commands);
    document.removeEventListener(OPEN_KEYS, keys);
  };
}

/** Something that can be done on the page that is open: it puts itself into the command menu and under its key. */
export interface PageAction {
  name: string;
  /** One letter, as the list of keys has it: `e` exports, `p` pauses. */
  key?: string;
  run: () => void;
}

let actions: readonly PageAction[] = [];
/** The key of an action that was asked for before its part of the page was alive. */
let awaited: string | undefined;

/** Adds a page's actions; answers how to take them away. */
export function addActions(given: readonly PageAction[]): () => void {
  actions = [...actions, ...given];
  const asked = given.find(({ key }) => key !== undefined && key === awaited);
  awaited = undefined;
  // Its part is alive once all that it does at first is done.
  if (asked) queueMicrotask(asked.run);
  return () => {
    actions = actions.filter((action) => !given.includes(action));
  };
}

/** Does the action of a key, at once or, where a part of the page is not alive yet, with it. Answers whether there is one. */
export function act(key: string): boolean {
  const action = actions.find((one) => one.key === key);
  if (!action && document.querySelector("[data-coming]")) awaited = key;
  action?.run();
  return action !== undefined;
}

/** What can be done on the page that is open. */
export function pageActions(): readonly PageAction[] {
  return actions;
}
