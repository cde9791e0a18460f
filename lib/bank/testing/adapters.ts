import path from "node:path";
import { loadCustomAdapter } from "../custom/provider";
import { flutterwave } from "../flutterwave/provider";
import { lenco } from "../lenco/provider";
import { moniepoint } from "../moniepoint/provider";
import { monnify } from "../monnify/provider";
import { nomba } from "../nomba/provider";
import { paystack } from "../paystack/provider";
import type { Provider } from "../provider";

/** The adapter of the documented example file. */
export const custom: Provider = loadCustomAdapter(
  path.join(import.meta.dirname, "../../../docs/custom-bank.example.json"),
);

/** Every adapter. */
export const ADAPTERS: readonly Provider[] = [
  paystack,
  monnify,
  nomba,
  lenco,
  moniepoint,
  flutterwave,
  custom,
];
