// Generated from the OpenAPI document (lib/client/testing/generate.ts): do not edit.
// `npm run client:types` regenerates it.
import type { Method } from "./types";

export interface paths {
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session for an event
         * @description Opens a session with a bank account and terminals as requested: either all of it exists afterwards or none.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session
         * @description Returns a session as its creation returned it, with its current status.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Close a session
         * @description Closes a session: later payments become exceptions. A closed session stays closed, and closing it again returns the same.
         */
        patch: operations["closeSession"];
        trace?: never;
    };
    "/v1/sessions/{session_id}/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators of a session
         * @description Returns all operators, oldest first.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Add an operator
         * @description Adds a cashier or another member of the gate staff to a session, so that transactions can be linked to them.
         */
        post: operations["addOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/operators/{operator_id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of an operator
         * @description Returns all transactions linked to an operator, most recent first. A terminal's payment is linked to the operator who was assigned to the terminal at the time of payment.
         */
        get: operations["listOperatorTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/terminals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the terminals of a session
         * @description Returns the terminals in the order of their labels.
         */
        get: operations["listTerminals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/terminals/{terminal_id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a terminal's totals and transactions
         * @description Returns the totals of a terminal over all its transactions, and a page of them, most recent first.
         */
        get: operations["getTerminalActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a session
         * @description Returns a page of the transactions, most recent first by the order in which they were recorded.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description Returns a transaction as the list does.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reconciliation/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the totals of a session
         * @description Returns the totals by status, channel and terminal. Amounts contain only successful transactions. Two answers with the same `ETag` have the same figures.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlement/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what of a session is settled
         * @description Returns what the bank has settled to the client's account, and what awaits settlement: gross amounts, each counted once.
         */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the expected payments of a session
         * @description Returns a page of the expected payments, most recent first; with `status` only those that have it now.
         */
        get: operations["listExpectedPayments"];
        put?: never;
        /**
         * Create an expected payment
         * @description Expects the payment of an order. It is matched by its reference in the narration; by amount only if the request asks for it, and then on an amount that no other payment has by chance.
         */
        post: operations["createExpectedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expected-payments/{expected_payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an expected payment
         * @description Returns an expected payment with its current status.
         */
        get: operations["getExpectedPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "transaction.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment was recorded or reached its next status
         * @description Sent to the session's `webhook_url` once for each status that a transaction reaches, the first included. `webhook-id` and body are the same at every attempt.
         */
        post: operations["onTransactionReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "expected_payment.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status or the sum of an expected payment changed
         * @description Sent to the organisation-wide webhook endpoints that ask for it, never to a session's `webhook_url`. `data` is the expected payment after the change. Events can arrive in another order: the one with the latest `updated_at` holds.
         */
        post: operations["onExpectedPaymentUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description An operator to add. */
        AddOperator: {
            /**
             * @description The operator's full name.
             * @example Ada Obi
             */
            name: string;
            /**
             * @description Stored and shown on the dashboard; not returned.
             * @example ada@example.com
             */
            email?: string | null;
            /**
             * @description The telephone number.
             * @example +2348030000000
             */
            phone?: string | null;
            /**
             * @description Any label. It grants no permission.
             * @default cashier
             * @example supervisor
             */
            role?: string | null;
        };
        /**
         * @description An amount in naira, a decimal number with two places.
         * @example 7500.00
         */
        Amount: string;
        /**
         * @description How the payment was made.
         * @enum {string}
         */
        Channel: "bank_transfer" | "pos";
        /** @description A session that takes no more payments. */
        ClosedSession: {
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /** @constant */
            status: "closed";
        };
        /** @description How payments are collected. */
        Collection: {
            /**
             * @description Whether to open a collection account.
             * @example true
             */
            account: boolean;
            /**
             * @description Whether to assign POS terminals.
             * @example true
             */
            pos: boolean;
            /**
             * @description How many terminals to assign. Required when `pos` is true.
             * @example 1
             */
            pos_count?: number | null;
        };
        /** @description The bank account that payers transfer to. */
        CollectionAccount: {
            /**
             * @description Ten digits (NUBAN).
             * @example 9904471238
             */
            account_number: string;
            /**
             * @description The service's name, a slash and the event's name.
             * @example Takings / Afrobeats Night
             */
            account_name: string;
            /**
             * @description The bank's common name.
             * @example Wema Bank
             */
            bank_name: string;
            /**
             * @description The bank's 3-digit CBN code.
             * @example 035
             */
            bank_code: string;
        };
        /** @description A number of transactions and their sum. */
        CountedTotal: {
            /**
             * @description The number of transactions.
             * @example 1
             */
            count: number;
            /**
             * @description The sum of their amounts.
             * @example 7500.00
             */
            total: components["schemas"]["Amount"];
        };
        /** @description A payment to expect. */
        CreateExpectedPayment: {
            /**
             * @description The id of the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /**
             * @description The amount of the order.
             * @example 5000.00
             */
            amount: string;
            /**
             * @description What the payer puts in the narration: 4 to 40 letters (A-Z) and digits, at least one of each, with single `-`, `_`, `.` or `/` between them in at most three places. Unique among the open expected payments of the session.
             * @example ORD-4821
             */
            reference: string;
            /**
             * @description Who is expected to pay; shown on the dashboard.
             * @example Ada Obi
             */
            payer?: string | null;
            /**
             * @description Only payments recorded before this instant count: at most 366 days from now, with `match_by_amount` 7. Absent: no expiry.
             * @example null
             */
            expires_at?: string | null;
            /**
             * @description Also match a payment without the reference, by an amount that is reserved for this expected payment until `expires_at`, which is then required. Ask the payer for `amount_to_pay`.
             * @default false
             * @example false
             */
            match_by_amount?: boolean | null;
        };
        /** @description A session to open for one event. */
        CreateSession: {
            /**
             * @description The client platform's own id of the event. Two requests with the same one are two sessions.
             * @example evt-2026-12
             */
            external_event_id: string;
            /**
             * @description The event's name, also the name of the collection account.
             * @example Afrobeats Night
             */
            name: string;
            /**
             * @description The currency.
             * @default NGN
             */
            currency?: "NGN" | null;
            /**
             * @description ISO 8601 date and time: with `Z`, an offset, or neither, which means the business's zone.
             * @example 2026-12-12T18:00:00+01:00
             */
            starts_at?: string | null;
            /**
             * @description Like `starts_at`. The order of the two is not checked.
             * @example 2026-12-13T02:00:00+01:00
             */
            ends_at?: string | null;
            collection: components["schemas"]["Collection"];
            /**
             * Format: uri
             * @description The URL that receives an event for each payment. https; plain http and private addresses only if the deployment allows them.
             * @example https://tickets.example/takings
             */
            webhook_url?: string | null;
            /**
             * @description Any JSON object of at most 16 KB.
             * @example {
             *       "season": "2026"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A payment that the platform expects, and what was paid of it. */
        ExpectedPayment: {
            /**
             * @description Identifies the expected payment.
             * @example exp_01m86m8an8bx56e7cbahqc5ne7
             */
            id: string;
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /**
             * @description The reference as sent.
             * @example ORD-4821
             */
            reference: string;
            /**
             * @description The amount of the order.
             * @example 5000.00
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description What to ask the payer for: `amount`, or with `match_by_amount` the amount reserved for it.
             * @example 5000.00
             */
            amount_to_pay: components["schemas"]["Amount"];
            /**
             * @description Whether a payment without the reference is matched by its amount.
             * @example false
             */
            match_by_amount: boolean;
            /**
             * @description Null if not given.
             * @example Ada Obi
             */
            payer: string | null;
            /**
             * @description `awaiting`; `underpaid` while less than the amount was paid; `paid`; `overpaid`; `expired` if less was paid before the expiry.
             * @example awaiting
             * @enum {string}
             */
            status: "awaiting" | "paid" | "underpaid" | "overpaid" | "expired";
            /**
             * @description The sum of the successful payments that were matched.
             * @example 0.00
             */
            amount_paid: components["schemas"]["Amount"];
            /**
             * @description Their number.
             * @example 0
             */
            payment_count: number;
            /**
             * @description The one of them that was recorded last; null if there are none.
             * @example null
             */
            last_transaction_id: string | null;
            /**
             * @description Null: no expiry.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When status or sum last changed.
             * @example 2026-11-24T11:15:08.648Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * The status or the sum of an expected payment changed
         * @description Sent to the organisation-wide webhook endpoints that ask for it, never to a session's `webhook_url`. `data` is the expected payment after the change. Events can arrive in another order: the one with the latest `updated_at` holds.
         */
        ExpectedPaymentUpdated: {
            /** @constant */
            event: "expected_payment.updated";
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            data: components["schemas"]["ExpectedPayment"];
        };
        /** @description One error of the input: its place and the remedy. */
        FieldError: {
            /**
             * Format: json-pointer
             * @description A JSON Pointer (RFC 6901) into the body; an empty string is the whole body.
             */
            pointer: string;
            /** @description What is wrong and how to correct it. */
            detail: string;
        } | {
            /** @description The name of the query parameter. */
            parameter: string;
            /** @description What is wrong and how to correct it. */
            detail: string;
        } | {
            /** @description The name of the request header. */
            header: string;
            /** @description What is wrong and how to correct it. */
            detail: string;
        };
        /** @description A member of the gate staff. */
        Operator: {
            /**
             * @description Identifies the operator.
             * @example op_01m86m8an8bx56e7cbahqc5ne7
             */
            id: string;
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /**
             * @description The full name.
             * @example Ada Obi
             */
            name: string;
            /**
             * @description Empty if not given.
             * @example +2348030000000
             */
            phone: string;
            /**
             * @description The label of the role.
             * @example supervisor
             */
            role: string;
            /**
             * @description When the operator was added.
             * @example 2026-11-24T11:15:08.648Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /** @constant */
            success: false;
            /**
             * Format: uri
             * @description The address of the error's documentation.
             */
            type: string;
            /** @description The name of the error, the same for each `code`. */
            title: string;
            /** @description The status of the response. */
            status: number;
            /**
             * @description Identifies the error.
             * @enum {string}
             */
            code: "invalid_request" | "unauthenticated" | "invalid_signature" | "second_factor_required" | "forbidden" | "insufficient_scope" | "address_not_allowed" | "reauthentication_required" | "second_factor_setup_required" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "no_bank_connection" | "account_quota_reached" | "idempotency_key_in_use" | "body_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "too_many_requests" | "headers_too_large" | "internal" | "bank_refused" | "unavailable";
            /** @description What is wrong with this request and how to correct it. */
            detail: string;
            /** @description Each error of the input; only with `invalid_request`. */
            errors?: components["schemas"]["FieldError"][];
            /** @description Identifies the request in the service's log, like the header `x-request-id`. */
            request_id: string;
        };
        /** @description The totals of a session. */
        Reconciliation: {
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /**
             * @description The sum of the successful transactions.
             * @example 57500.00
             */
            total_inflow: components["schemas"]["Amount"];
            /**
             * @description Transactions of every status.
             * @example 5
             */
            transaction_count: number;
            /**
             * @description Successful transactions.
             * @example 3
             */
            successful_count: number;
            /**
             * @description Pending transactions.
             * @example 1
             */
            pending_count: number;
            /**
             * @description Failed transactions.
             * @example 1
             */
            failed_count: number;
            /**
             * @description Successful transactions by channel. A channel appears with its first one.
             * @example {
             *       "bank_transfer": {
             *         "count": 2,
             *         "total": "50000.00"
             *       },
             *       "pos": {
             *         "count": 1,
             *         "total": "7500.00"
             *       }
             *     }
             */
            by_channel: {
                [key: string]: components["schemas"]["CountedTotal"];
            };
            /**
             * @description Successful transactions by `terminal_id`. A payment without a terminal counts in its channel only.
             * @example {
             *       "pos_bx56e7cbah_001": {
             *         "count": 1,
             *         "total": "7500.00"
             *       }
             *     }
             */
            by_terminal: {
                [key: string]: components["schemas"]["CountedTotal"];
            };
            /**
             * @description When these totals were read.
             * @example 2026-11-24T11:15:08.648Z
             */
            reconciled_at: components["schemas"]["Timestamp"];
        };
        /** @description One event that takes payments. */
        Session: {
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /**
             * @description A closed session takes no payment.
             * @enum {string}
             */
            status: "active" | "closed";
            /**
             * @description The client platform's own id of the event.
             * @example evt-2026-12
             */
            external_event_id: string;
            /**
             * @description The event's name.
             * @example Afrobeats Night
             */
            name: string;
            /**
             * @description The currency.
             * @example NGN
             */
            currency: string;
            /** @description Null if none was requested. */
            collection_account: components["schemas"]["CollectionAccount"] | null;
            /** @description The terminals in the order of their labels; empty if none were requested. */
            pos_terminals: components["schemas"]["ShortTerminal"][];
            /**
             * @description When the session was opened.
             * @example 2026-11-24T11:15:08.648Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description What of a session is settled. */
        Settlement: {
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            /**
             * @description What the bank has settled to the client's account, gross.
             * @example 50000.00
             */
            total_settled: components["schemas"]["Amount"];
            /**
             * @description The successful transactions that await settlement.
             * @example 7500.00
             */
            total_pending_settlement: components["schemas"]["Amount"];
            /**
             * @description Settled transactions.
             * @example 2
             */
            settled_count: number;
            /**
             * @description Successful transactions that await settlement.
             * @example 1
             */
            pending_count: number;
            /**
             * @description What was settled by settlement date (`YYYY-MM-DD`) in the business's time zone.
             * @example {
             *       "2026-11-25": {
             *         "count": 2,
             *         "total": "50000.00"
             *       }
             *     }
             */
            by_date: {
                [key: string]: components["schemas"]["CountedTotal"];
            };
            /**
             * @description When these totals were read.
             * @example 2026-11-24T11:15:08.648Z
             */
            generated_at: components["schemas"]["Timestamp"];
        };
        /** @description A POS terminal of a session. */
        ShortTerminal: {
            /**
             * @description Identifies the terminal: the session's fragment and a three-digit sequence.
             * @example pos_bx56e7cbah_001
             */
            terminal_id: string;
            /**
             * @description The name of the terminal.
             * @example Terminal 1
             */
            label: string;
            /**
             * @description The only value, also after the session's close.
             * @constant
             */
            status: "assigned";
        };
        /** @description A POS terminal of a session. */
        Terminal: {
            /**
             * @description Identifies the terminal.
             * @example trm_01m86m8an8bx56e7cbahqc5ne7
             */
            id: string;
            /**
             * @description Identifies the terminal: the session's fragment and a three-digit sequence.
             * @example pos_bx56e7cbah_001
             */
            terminal_id: string;
            /**
             * @description The name of the terminal.
             * @example Terminal 1
             */
            label: string;
            /**
             * @description The only value, also after the session's close.
             * @constant
             */
            status: "assigned";
            /**
             * @description When the session was created.
             * @example 2026-11-24T11:15:08.648Z
             */
            assigned_at: components["schemas"]["Timestamp"];
        };
        /** @description A terminal, its totals and a page of its transactions. */
        TerminalActivity: {
            terminal: components["schemas"]["Terminal"];
            summary: components["schemas"]["TerminalSummary"];
            transactions: components["schemas"]["Transaction"][];
        };
        /** @description The totals of a terminal over all its transactions, not only those of the page. */
        TerminalSummary: {
            /**
             * @description Transactions of every status.
             * @example 1
             */
            transaction_count: number;
            /**
             * @description The sum of the successful transactions.
             * @example 7500.00
             */
            total_volume: components["schemas"]["Amount"];
        };
        /**
         * Format: date-time
         * @description A time in UTC with milliseconds (ISO 8601).
         * @example 2026-11-24T11:15:08.648Z
         */
        Timestamp: string;
        /** @description A payment to a session. */
        Transaction: {
            /**
             * @description Identifies the transaction.
             * @example txn_01m86m8an8bx56e7cbahqc5ne7
             */
            id: string;
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            amount: components["schemas"]["Amount"];
            /** @constant */
            currency: "NGN";
            channel: components["schemas"]["Channel"];
            status: components["schemas"]["TransactionStatus"];
            /**
             * @description The payer's name; empty if unknown.
             * @example EFE AKPAN
             */
            sender_name: string;
            /**
             * @description The payer's account number as the bank reports it, masked by some; empty if unknown.
             * @example XXXXXX9157
             */
            sender_account: string;
            /**
             * @description The payer's bank: its 3-digit CBN code, else the code that the bank reports.
             * @example 033
             */
            sender_bank: string;
            /**
             * @description The payer's text; may be empty.
             * @example Table 5653
             */
            narration: string;
            /**
             * @description The bank's reference, for people; may repeat.
             * @example sim_3f38dd3ee81a_0000005
             */
            bank_ref: string;
            /**
             * @description When the payer paid; the time of receipt if the bank states no plausible time.
             * @example 2026-11-24T11:15:08.648Z
             */
            paid_at: components["schemas"]["Timestamp"];
            /**
             * @description When the transaction was recorded.
             * @example 2026-11-24T11:15:08.648Z
             */
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * A payment was recorded or reached its next status
         * @description Sent to the session's `webhook_url` once for each status that a transaction reaches, the first included. `webhook-id` and body are the same at every attempt.
         */
        TransactionReceived: {
            /** @constant */
            event: "transaction.received";
            /**
             * @description Identifies the session.
             * @example ses_01m86m8an8bx56e7cbahqc5ne7
             */
            session_id: string;
            data: components["schemas"]["TransactionReceivedData"];
        };
        /** @description The transaction, without `session_id`, `bank_ref` and `created_at`. */
        TransactionReceivedData: {
            /**
             * @description Identifies the transaction.
             * @example txn_01m86m8an8bx56e7cbahqc5ne7
             */
            id: string;
            amount: components["schemas"]["Amount"];
            /** @constant */
            currency: "NGN";
            channel: components["schemas"]["Channel"];
            status: components["schemas"]["TransactionStatus"];
            /**
             * @description The payer's name; empty if unknown.
             * @example EFE AKPAN
             */
            sender_name: string;
            /**
             * @description The payer's account number as the bank reports it, masked by some; empty if unknown.
             * @example XXXXXX9157
             */
            sender_account: string;
            /**
             * @description The payer's bank: its 3-digit CBN code, else the code that the bank reports.
             * @example 033
             */
            sender_bank: string;
            /**
             * @description The payer's text; may be empty.
             * @example Table 5653
             */
            narration: string;
            /**
             * @description When the payer paid; the time of receipt if the bank states no plausible time.
             * @example 2026-11-24T11:15:08.648Z
             */
            paid_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The status that the bank reported last. Only `successful` payments count in amounts.
         * @enum {string}
         */
        TransactionStatus: "successful" | "pending" | "failed";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    closeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ClosedSession"];
                    };
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Operator"][];
                    };
                };
            };
        };
    };
    addOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddOperator"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    listOperatorTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
                /**
                 * @description Identifies the operator.
                 * @example op_01m86m8an8bx56e7cbahqc5ne7
                 */
                operator_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"][];
                    };
                };
            };
        };
    };
    listTerminals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Terminal"][];
                    };
                };
            };
        };
    };
    getTerminalActivity: {
        parameters: {
            query?: {
                /** @description The maximum number of results. There is no lower maximum: a long page is streamed. */
                limit?: number;
                /** @description The number of results to skip, most recent first. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
                /**
                 * @description The `terminal_id` of the terminal.
                 * @example pos_bx56e7cbah_001
                 */
                terminal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["TerminalActivity"];
                    };
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query: {
                /**
                 * @description The id of the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
                /** @description The maximum number of results. There is no lower maximum: a long page is streamed. */
                limit?: number;
                /** @description The number of results to skip, most recent first. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"][];
                    };
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the transaction.
                 * @example txn_01m86m8an8bx56e7cbahqc5ne7
                 */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    getReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Reconciliation"];
                    };
                };
            };
        };
    };
    getSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
        };
    };
    listExpectedPayments: {
        parameters: {
            query: {
                /**
                 * @description The id of the session.
                 * @example ses_01m86m8an8bx56e7cbahqc5ne7
                 */
                session_id: string;
                /**
                 * @description Only those with this status.
                 * @example awaiting
                 */
                status?: "awaiting" | "paid" | "underpaid" | "overpaid" | "expired";
                /** @description The maximum number of results. There is no lower maximum: a long page is streamed. */
                limit?: number;
                /** @description The number of results to skip, most recent first. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ExpectedPayment"][];
                    };
                };
            };
        };
    };
    createExpectedPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExpectedPayment"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ExpectedPayment"];
                    };
                };
            };
        };
    };
    getExpectedPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies the expected payment.
                 * @example exp_01m86m8an8bx56e7cbahqc5ne7
                 */
                expected_payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ExpectedPayment"];
                    };
                };
            };
        };
    };
    onTransactionReceived: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same at every attempt.
                 * @example evt_01m86m8fwk70d5fpn9qhmxq5ss
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1795518906
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.
                 * @example v1,2BcMQTkJkSpBBGGbs5ov6DJIrec/NCNQGchP4001l5I=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionReceived"];
            };
        };
        responses: {
            /** @description Received. Any other answer, or none within 15 seconds, is a failure and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExpectedPaymentUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same at every attempt.
                 * @example evt_01m86m8fwk70d5fpn9qhmxq5ss
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1795518906
                 */
                "webhook-timestamp": string;
                /**
                 * @description One or more signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.
                 * @example v1,2BcMQTkJkSpBBGGbs5ov6DJIrec/NCNQGchP4001l5I=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpectedPaymentUpdated"];
            };
        };
        responses: {
            /** @description Received. Any other answer, or none within 15 seconds, is a failure and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** How each method is sent. `rows`: the response is paginated; its rows are `data` itself or this member of `data`. */
export const OPERATIONS = {
  createSession: {"method":"POST","path":"/v1/sessions","hasBody":true},
  getSession: {"method":"GET","path":"/v1/sessions/{session_id}"},
  closeSession: {"method":"PATCH","path":"/v1/sessions/{session_id}/close"},
  addOperator: {"method":"POST","path":"/v1/sessions/{session_id}/operators","hasBody":true},
  listOperators: {"method":"GET","path":"/v1/sessions/{session_id}/operators"},
  listOperatorTransactions: {"method":"GET","path":"/v1/sessions/{session_id}/operators/{operator_id}/transactions"},
  listTerminals: {"method":"GET","path":"/v1/sessions/{session_id}/terminals"},
  getTerminalActivity: {"method":"GET","path":"/v1/sessions/{session_id}/terminals/{terminal_id}/activity","rows":"transactions"},
  listTransactions: {"method":"GET","path":"/v1/transactions","rows":"data"},
  getTransaction: {"method":"GET","path":"/v1/transactions/{transaction_id}"},
  getReconciliation: {"method":"GET","path":"/v1/reconciliation/{session_id}"},
  getSettlement: {"method":"GET","path":"/v1/settlement/{session_id}"},
  listExpectedPayments: {"method":"GET","path":"/v1/expected-payments","rows":"data"},
  createExpectedPayment: {"method":"POST","path":"/v1/expected-payments","hasBody":true},
  getExpectedPayment: {"method":"GET","path":"/v1/expected-payments/{expected_payment_id}"},
} as const;

/** The methods of the client, one for each operation of the API. */
export interface Methods {
  /**
   * Open a session for an event.
   *
   * Opens a session with a bank account and terminals as requested: either all of it exists afterwards or none.
   */
  createSession: Method<"createSession">;
  /**
   * Read a session.
   *
   * Returns a session as its creation returned it, with its current status.
   */
  getSession: Method<"getSession">;
  /**
   * Close a session.
   *
   * Closes a session: later payments become exceptions. A closed session stays closed, and closing it again returns the same.
   */
  closeSession: Method<"closeSession">;
  /**
   * Add an operator.
   *
   * Adds a cashier or another member of the gate staff to a session, so that transactions can be linked to them.
   */
  addOperator: Method<"addOperator">;
  /**
   * List the operators of a session.
   *
   * Returns all operators, oldest first.
   */
  listOperators: Method<"listOperators">;
  /**
   * List the transactions of an operator.
   *
   * Returns all transactions linked to an operator, most recent first. A terminal's payment is linked to the operator who was assigned to the terminal at the time of payment.
   */
  listOperatorTransactions: Method<"listOperatorTransactions">;
  /**
   * List the terminals of a session.
   *
   * Returns the terminals in the order of their labels.
   */
  listTerminals: Method<"listTerminals">;
  /**
   * Read a terminal's totals and transactions.
   *
   * Returns the totals of a terminal over all its transactions, and a page of them, most recent first.
   */
  getTerminalActivity: Method<"getTerminalActivity">;
  /**
   * List the transactions of a session.
   *
   * Returns a page of the transactions, most recent first by the order in which they were recorded.
   */
  listTransactions: Method<"listTransactions">;
  /**
   * Read a transaction.
   *
   * Returns a transaction as the list does.
   */
  getTransaction: Method<"getTransaction">;
  /**
   * Read the totals of a session.
   *
   * Returns the totals by status, channel and terminal. Amounts contain only successful transactions. Two answers with the same `ETag` have the same figures.
   */
  getReconciliation: Method<"getReconciliation">;
  /**
   * Read what of a session is settled.
   *
   * Returns what the bank has settled to the client's account, and what awaits settlement: gross amounts, each counted once.
   */
  getSettlement: Method<"getSettlement">;
  /**
   * List the expected payments of a session.
   *
   * Returns a page of the expected payments, most recent first; with `status` only those that have it now.
   */
  listExpectedPayments: Method<"listExpectedPayments">;
  /**
   * Create an expected payment.
   *
   * Expects the payment of an order. It is matched by its reference in the narration; by amount only if the request asks for it, and then on an amount that no other payment has by chance.
   */
  createExpectedPayment: Method<"createExpectedPayment">;
  /**
   * Read an expected payment.
   *
   * Returns an expected payment with its current status.
   */
  getExpectedPayment: Method<"getExpectedPayment">;
}
