import type { signNotification } from "./bank-samples";
import type { TransactionData } from "./http-client";

type Named = Parameters<typeof signNotification>[1];

/** A documented message and the transaction that it must become. */
export interface Sample {
  provider: Named;
  name: string;
  /** The texts of the sample that are replaced by the payment's key, the session's account and the terminal's id. */
  key: string;
  account?: string;
  device?: string;
  /** The expected transaction without the fields that the test sets. */
  becomes: Partial<TransactionData>;
}

const NO_SENDER = { sender_name: "", sender_account: "", sender_bank: "", narration: "" };

/** A sample for each bank and channel that the documentation has. */
export const SAMPLES: Sample[] = [
  {
    provider: "paystack",
    name: "transfer",
    key: "020293904002",
    account: "9930000902",
    becomes: {
      amount: "100.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "RANDALL AKANBI HORTON",
      sender_account: "XXXXXX0011",
      sender_bank: "214",
      narration: "NIP: RHODA CHURCH -1123344343/44343231232",
      bank_ref: "KEY",
      paid_at: "2024-12-02T12:05:12.000Z",
    },
  },
  {
    provider: "paystack",
    name: "pos",
    key: "pos_wtwyrj7n6x",
    device: "2232WE17",
    becomes: {
      ...NO_SENDER,
      amount: "50.00",
      channel: "pos",
      status: "successful",
      bank_ref: "KEY",
      paid_at: "2021-11-04T16:32:33.000Z",
    },
  },
  {
    provider: "monnify",
    name: "transfer",
    key: "MNFY|04|20211117112842|000170",
    account: "6000140770",
    becomes: {
      amount: "3000.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Monnify Limited",
      sender_account: "0065432190",
      sender_bank: "",
      narration: "Adm",
      bank_ref: "e6cV1smlpkwG38Cg6d5F9B2PRnIq5FqA",
      paid_at: "2021-11-17T10:28:42.615Z",
    },
  },
  {
    provider: "monnify",
    name: "rejection",
    key: "MNFY|81|20230626175354|055960",
    account: "7023576853",
    becomes: {
      amount: "40.00",
      channel: "bank_transfer",
      status: "failed",
      sender_name: "Monnify Limited",
      sender_account: "5141901487",
      sender_bank: "50515",
      narration: "lets pay",
      bank_ref: "090405230626175355000000000001",
      paid_at: "2023-06-26T16:53:55.000Z",
    },
  },
  {
    provider: "nomba",
    name: "transfer",
    key: "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a",
    account: "5343270516",
    becomes: {
      amount: "10.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Habiblahi Hamzat",
      sender_account: "9617811496",
      sender_bank: "090645",
      narration: "Habiblahi Hamzat Transfer 10.00 To ZAXBOX/EZENNA NWACHUKWU - Nomba",
      bank_ref: "IFAP-TRANSFER-46501-e0339485-1a2f-4b43-9bd5-fec9649e5928",
      paid_at: "2025-09-29T10:51:44.000Z",
    },
  },
  {
    provider: "nomba",
    name: "pos-failed",
    key: "POS-PURCHASE-71KD9-ae67-91fe-4b6a-a45b-689e9XXXXXXX",
    device: "91230989e9XXXXXXX",
    becomes: {
      ...NO_SENDER,
      amount: "25000.00",
      channel: "pos",
      status: "failed",
      sender_bank: "058",
      bank_ref: "2510089e9XXXXXXX5",
      paid_at: "2025-10-06T17:38:45.000Z",
    },
  },
  {
    provider: "lenco",
    name: "transfer",
    key: "va-txn-1",
    account: "9930000902",
    becomes: {
      amount: "5000.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Ngozi Obi",
      sender_account: "0123456789",
      sender_bank: "058",
      narration: "Ticket 12",
      bank_ref: "000013240101120000123456789012",
      paid_at: "2026-11-19T23:30:00.000Z",
    },
  },
  {
    provider: "lenco",
    name: "rejected",
    key: "va-txn-2",
    account: "9930000902",
    becomes: {
      amount: "5000.00",
      channel: "bank_transfer",
      status: "failed",
      sender_name: "Ngozi Obi",
      sender_account: "0123456789",
      sender_bank: "058",
      narration: "Ticket 12",
      bank_ref: "000013240101120000123456789012",
      paid_at: "2026-11-19T23:30:00.000Z",
    },
  },
  {
    provider: "lenco",
    name: "pos",
    key: "pos-txn-1",
    device: "SN-0001",
    becomes: {
      ...NO_SENDER,
      amount: "2500.50",
      channel: "pos",
      status: "successful",
      bank_ref: "250908912345",
      paid_at: "2026-11-19T10:15:30.000Z",
    },
  },
  {
    provider: "moniepoint",
    name: "transfer",
    key: "TRF|2MPT0073|1838496008",
    device: "TestDev24",
    becomes: {
      ...NO_SENDER,
      amount: "253.00",
      channel: "pos",
      status: "successful",
      bank_ref: "250908912345",
      paid_at: "2024-09-24T08:32:57.916Z",
    },
  },
  {
    provider: "flutterwave",
    name: "transfer",
    key: "chg_nONgeAGY97",
    account: "7824822527",
    becomes: {
      amount: "2500.00",
      channel: "bank_transfer",
      status: "successful",
      sender_name: "Ngozi Obi",
      sender_account: "0123456789",
      sender_bank: "044",
      narration: "Ticket 12",
      bank_ref: "htuy68787hvhyff454",
      paid_at: "2024-12-25T08:54:02.116Z",
    },
  },
];
