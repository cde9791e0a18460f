import { z } from "zod";
import { createClient } from "@/lib/client/client";
import type { WriteOptions } from "@/lib/client/types";
import { assertDefined } from "@/lib/core/errors/assert";
import { listDeliveriesEndpoint } from "@/lib/endpoints/deliveries";
import { listExceptionsEndpoint } from "@/lib/endpoints/money/exceptions";
import {
  createExpectedPaymentEndpoint,
  listExpectedPaymentsEndpoint,
} from "@/lib/endpoints/money/expected-payments";
import { reconciliationEndpoint, settlementEndpoint } from "@/lib/endpoints/money/summaries";
import { getTransactionEndpoint, listTransactionsEndpoint } from "@/lib/endpoints/money/transactions";
import {
  addOperatorEndpoint,
  listOperatorsEndpoint,
  operatorTransactionsEndpoint,
} from "@/lib/endpoints/operators";
import type { SessionParams } from "@/lib/endpoints/params";
import { closeSessionEndpoint, createSessionEndpoint, getSessionEndpoint } from "@/lib/endpoints/sessions";
import { listTerminalsEndpoint, terminalActivityEndpoint } from "@/lib/endpoints/terminals";
import { ExceptionsQuery } from "@/lib/exceptions/contract";
import type { ValueEndpoint } from "@/lib/http/endpoint";
import type { RequireScope } from "./key-scope";

type Input = Record<string, unknown>;

type Method = (input: Input, options: WriteOptions) => PromiseLike<unknown>;

/** A tool that an assistant can call. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema (draft 2020-12) of an object. */
  inputSchema: Record<string, unknown>;
  isWrite: boolean;
  /** Returns JSON. Throws the errors of the client of the API and of `RequireScope`. */
  call(input: Input): Promise<unknown>;
}

/** What tools are made for. */
export interface ToolSettings {
  baseUrl: string;
  apiKey: string;
  allowWrites: boolean;
  /** The scope of the key for what is read from the database. */
  requireScope: RequireScope;
}

/** What the tools need of an endpoint's declaration. */
interface Declaration {
  params: z.ZodType;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  docs?: { operationId: string; summary: string; description: string };
}

const READS: Record<string, Declaration> = {
  get_session: getSessionEndpoint,
  list_transactions: listTransactionsEndpoint,
  get_transaction: getTransactionEndpoint,
  get_takings: reconciliationEndpoint,
  get_settlement: settlementEndpoint,
  list_terminals: listTerminalsEndpoint,
  get_terminal_activity: terminalActivityEndpoint,
  list_operators: listOperatorsEndpoint,
  list_operator_transactions: operatorTransactionsEndpoint,
  list_expected_payments: listExpectedPaymentsEndpoint,
};

const WRITES: Record<string, Declaration> = {
  open_session: createSessionEndpoint,
  close_session: closeSessionEndpoint,
  add_operator: addOperatorEndpoint,
  create_expected_payment: createExpectedPaymentEndpoint,
};

/** An endpoint of the dashboard that lists records of a session. */
type DatabaseEndpoint = ValueEndpoint<typeof SessionParams, z.ZodObject | undefined, undefined, z.ZodType>;

const EXCEPTIONS =
  "Returns a page of the payments that need a person's decision, newest first: those of the session and those of the " +
  "organisation without a session. Account numbers show their last four digits. Pass `next` as `before` for the next page.";
const DELIVERIES =
  "Returns a page of the events sent to the webhook of the session, newest first, with their attempts and the status of " +
  "the last answer. `q` is a transaction id, a delivery id or a status. Pass `next` as `before` for the next page.";

const Repeat = z.object({
  idempotency_key: z.string().min(1).optional().meta({
    description:
      "Identifies this write. Send the same key to repeat a write whose answer was lost: it happens once. Absent: a new key.",
  }),
});

/**
 * Lists the tools: those that call the API with the key, those that read the database, and with `allowWrites` those that
 * write. Checks whether the database can be read; the descriptions of its tools say so if not.
 */
export async function listTools(settings: ToolSettings): Promise<Tool[]> {
  return [
    ...Object.entries(READS).map(([name, endpoint]) => createApiTool(settings, name, endpoint, false)),
    ...(await createDatabaseTools(settings)),
    ...(settings.allowWrites
      ? Object.entries(WRITES).map(([name, endpoint]) => createApiTool(settings, name, endpoint, true))
      : []),
  ];
}

function createApiTool(settings: ToolSettings, name: string, endpoint: Declaration, isWrite: boolean): Tool {
  const { operationId, summary, description } = assertDefined(
    endpoint.docs,
    "endpoints of the API have docs",
  );
  // The client's methods are named by the operation ids of the same declarations.
  const method = Reflect.get(createClient(settings), operationId) as Method;
  return {
    name,
    title: summary,
    description,
    inputSchema: toInputSchema(endpoint.params, endpoint.query, endpoint.body, isWrite ? Repeat : undefined),
    isWrite,
    call: async ({ idempotency_key: key, ...input }) =>
      method(input, typeof key === "string" ? { idempotencyKey: key } : {}),
  };
}

/** The tools for what `/v1` has no endpoint for. The API is asked first whether the key may read the session. */
async function createDatabaseTools({ requireScope, ...settings }: ToolSettings): Promise<Tool[]> {
  const client = createClient(settings);
  const state = await requireScope().then(
    () => "",
    ({ message }: Error) =>
      ` NOT AVAILABLE at the start: ${message} A call tries again. The tools that call the API are not affected.`,
  );
  const createTool = (
    name: string,
    endpoint: DatabaseEndpoint,
    title: string,
    description: string,
  ): Tool => ({
    name,
    title,
    description: description + state,
    inputSchema: toInputSchema(endpoint.params, endpoint.query),
    isWrite: false,
    call: async (input) => {
      const params = endpoint.params.parse(input);
      await client.getSession(params);
      const query = endpoint.query?.parse(input);
      const found = await endpoint.handle(await requireScope(), { params, query, body: undefined }, {});
      return z.encode(endpoint.response, found);
    },
  });
  return [
    createTool(
      "list_open_exceptions",
      { ...listExceptionsEndpoint, query: ExceptionsQuery.omit({ state: true }) },
      "List the open exceptions of a session",
      EXCEPTIONS,
    ),
    createTool(
      "list_webhook_deliveries",
      listDeliveriesEndpoint,
      "List the webhook deliveries of a session",
      DELIVERIES,
    ),
  ];
}

/** Merges schemas of objects into one JSON Schema of their JSON forms, for the API to check the rest. */
function toInputSchema(...schemas: (z.ZodType | undefined)[]): Tool["inputSchema"] {
  const shapes = schemas.map((schema) => (schema instanceof z.ZodObject ? schema.shape : {}));
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(Object.assign({}, ...shapes)), {
    io: "input",
    unrepresentable: "any",
  });
  return schema;
}
