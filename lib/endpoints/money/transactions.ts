import { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import { idSchema, isId } from "@/lib/core/ids";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import { getTransaction, listTransactions } from "@/lib/transactions";
import { Transaction, TransactionsQuery } from "@/lib/transactions/contract";

/** Lists the transactions of a session, most recent first, in a page of any length. */
export const listTransactionsEndpoint = rowsEndpoint({
  name: "list transactions of session",
  docs: {
    operationId: "listTransactions",
    tag: "Transactions",
    section: "4.9",
    summary: "List the transactions of a session",
    description:
      "Returns a page of the transactions, most recent first by the order in which they were recorded.",
    errors: ["not_found"],
  },
  params: z.object({}),
  query: TransactionsQuery,
  row: Transaction,
  handle: async (scope, { query: { session_id: sessionId, ...page } }) => {
    if (!isId("session", sessionId)) throw notFound("session");
    return listTransactions(scope, { sessionId, ...page });
  },
});

/** Returns a transaction. */
export const getTransactionEndpoint = endpoint({
  name: "get transaction",
  docs: {
    operationId: "getTransaction",
    tag: "Transactions",
    section: "4.10",
    summary: "Read a transaction",
    description: "Returns a transaction as the list does.",
  },
  params: z.object({ transaction_id: idSchema("transaction") }),
  status: 200,
  response: Transaction,
  hasContentTag: true,
  handle: (scope, { params }) => getTransaction(scope, params.transaction_id),
});
