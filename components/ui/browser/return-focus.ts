/** The element that had the focus when the last dialog opened, for a dialog that replaces another one. */
let lastOpener: HTMLElement | undefined;

/** Focuses the page's content, from which the Tab key continues. */
export function focusContent(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Returns the element to which the focus returns when a dialog closes: the focused one. An item of a menu, which closes
 * as well, stands for the menu's button.
 */
export function findOpener(): HTMLElement | undefined {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return lastOpener;
  const menu = active.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  lastOpener = button ?? active;
  return lastOpener;
}

/**
 * Whether something outside every dialog got the focus while a dialog closed, for example a panel with its result: the
 * focus then stays there.
 */
export function hasFocusMoved(): boolean {
  const active = document.activeElement;
  return active !== document.body && !active?.closest('[role="dialog"], [role="alertdialog"]');
}

/** Focuses the element that opened a dialog, or the page's content if the element is gone or hidden. */
export function returnFocus(opener: EventTarget | null | undefined): void {
  if (opener instanceof HTMLElement && opener.checkVisibility()) opener.focus({ preventScroll: true });
  if (document.activeElement !== opener) focusContent();
}
