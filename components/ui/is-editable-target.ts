const TYPED_INTO = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/** Whether a key pressed there is meant for a field, so that no shortcut may take it. */
export function isEditableTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null;
}
