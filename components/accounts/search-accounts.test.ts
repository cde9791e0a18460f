import { expect, it } from "vitest";
import { type AccountChoiceJson, searchAccounts } from "./api";

const account = (account_number: string, bank_name: string, name: string): AccountChoiceJson => ({
  ...{ account_number, bank_name, name },
  ...{ status: "free", event_name: null },
});
const WEMA = account("9930000001", "Wema Bank", "PALM WINE / ADA OBI");
const TITAN = account("9934471002", "Paystack-Titan", "PALM WINE / EKO HALL");

it.each([
  ["", [WEMA, TITAN]],
  ["  ", [WEMA, TITAN]],
  ["4471", [TITAN]],
  ["993 0000 001", [WEMA]],
  ["titan", [TITAN]],
  ["palm obi", [WEMA]],
  ["obi 9930", [WEMA]],
  ["nobody", []],
])("the search %j finds accounts by number, bank and name", (text, expected) => {
  expect(searchAccounts([WEMA, TITAN], text)).toEqual(expected);
});
