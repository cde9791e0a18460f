// Guarantee: what is fetched when it is wanted loses no key and no press, and a lost connection leaves the page as it is.
import { expect, test } from "./fixtures";
import { open } from "./pages";

test("what is typed while the command menu is on its way is in its field", async ({ organiser, event }) => {
  await open(organiser, `/events/${event.session_id}`);
  await organiser.keyboard.press("ControlOrMeta+k");
  await organiser.keyboard.type("settl");
  await expect(organiser.getByRole("combobox", { name: "Go to, or do" })).toHaveValue("settl");
  await organiser.keyboard.press("Enter");
  await expect(organiser).toHaveURL(/\/settlement$/);
});

test("the first menu that a key opens is entered by that key, and gives the focus back", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event);
  await open(organiser, `/events/${event.session_id}`);
  const button = organiser.getByRole("button", { name: "Export" });
  await button.focus();
  await organiser.keyboard.press("Enter");
  await expect(organiser.getByRole("menuitem", { name: "CSV" })).toBeFocused();
  await organiser.keyboard.press("ArrowDown");
  await expect(organiser.getByRole("menuitem", { name: "Excel" })).toBeFocused();
  await organiser.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("without a connection a dialog is not there, which is said, and with one it is", async ({
  organiser,
  event,
}) => {
  await open(organiser, `/events/${event.session_id}`);
  const button = organiser.getByRole("button", { name: "Close event" });
  await organiser.context().setOffline(true);
  await button.click();
  await expect(organiser.getByText("That did not load.")).toBeVisible();
  await expect(button).toBeVisible();
  await organiser.context().setOffline(false);
  await button.click();
  await expect(organiser.getByRole("alertdialog")).toBeVisible();
});
