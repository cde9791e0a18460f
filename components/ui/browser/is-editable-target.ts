const EDITABLE = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/** Whether a key press goes to an editable field, so that shortcuts must ignore it. */
export function isEditableTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(EDITABLE) !== null;
}
