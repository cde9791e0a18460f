/** DOM events with which any component opens the frame's dialogs, without a dependency on the frame. */
const OPEN_COMMANDS = "takings:commands";
const OPEN_KEYS = "takings:keys";

/** Opens the command menu. */
export function openCommands(): void {
  document.dispatchEvent(new Event(OPEN_COMMANDS));
}

/** Opens the list of keyboard shortcuts. */
export function openKeyList(): void {
  document.dispatchEvent(new Event(OPEN_KEYS));
}

/** Registers handlers for both events; returns a function that removes them. */
export function listenForOpen(commands: () => void, keys: () => void): () => void {
  document.addEventListener(OPEN_COMMANDS, commands);
  document.addEventListener(OPEN_KEYS, keys);
  return () => {
    document.removeEventListener(OPEN_COMMANDS, commands);
    document.removeEventListener(OPEN_KEYS, keys);
  };
}

/** An action of the current page, in the command menu and optionally on a key. */
export interface PageAction {
  name: string;
  /** One letter from the list of shortcuts: `e` exports, `p` pauses. */
  key?: string;
  run: () => void;
}

let actions: readonly PageAction[] = [];
/** The key of an action that was requested before its component was hydrated. */
let pendingKey: string | undefined;

/** Registers a page's actions and runs a pending one; returns a function that removes them. */
export function addPageActions(added: readonly PageAction[]): () => void {
  actions = [...actions, ...added];
  const pending = added.find(({ key }) => key !== undefined && key === pendingKey);
  pendingKey = undefined;
  // Deferred until the component's other effects have run.
  if (pending) queueMicrotask(pending.run);
  return () => {
    actions = actions.filter((action) => !added.includes(action));
  };
}

/**
 * Runs the action of a key and returns true if it is registered. Otherwise, if parts of the page are not hydrated yet,
 * the action runs as soon as it is registered.
 */
export function runPageAction(key: string): boolean {
  const action = actions.find((one) => one.key === key);
  if (!action && document.querySelector("[data-coming]")) pendingKey = key;
  action?.run();
  return action !== undefined;
}

/** Returns the actions of the current page. */
export function getPageActions(): readonly PageAction[] {
  return actions;
}
