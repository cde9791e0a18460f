import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";

export type Account = NonNullable<EventJson["collection_account"]>;

/**
 * Returns the name that a payer's bank shows for the account: the bank's own name of the account, or else the requested name.
 */
export const namePayersSee = (event: EventJson, account: Account) =>
  stripInvisibleCharacters(event.name_payers_see || account.account_name);
