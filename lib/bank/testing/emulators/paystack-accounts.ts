import { type EmulatedRequest, missingMembers, type Reply, type Routes, unknownMembers } from "./emulator";
import { nextAccountNumber } from "./ledger";
import { ok, pageOf, refused } from "./paystack-replies";

/** The state of a business at Paystack. */
export interface Business {
  isFeatureAvailable: boolean;
  needsIdentification: boolean;
  accountLimit: number;
}
/** A business that needs no identification, with the default number of dedicated accounts [D]. */
export const BUSINESS: Business = {
  isFeatureAvailable: true,
  needsIdentification: false,
  accountLimit: 1000,
};

interface Customer {
  id: number;
  code: string;
  email: string;
  isIdentified: boolean;
  names: Record<string, unknown>;
  createdAt: Date;
  /** The body of a requested identification or assignment whose notification has not been sent. */
  pending: { kind: "identification" | "assignment"; body: Record<string, unknown> } | undefined;
}
interface Account {
  id: number;
  number: string;
  customer: string;
  bank: string;
  isAssigned: boolean;
}

/** The slugs of `GET /dedicated_account/available_providers` [D], with the names of the banks. */
const BANKS: Record<string, string> = {
  "wema-bank": "Wema Bank",
  "titan-paystack": "Paystack-Titan",
  "test-bank": "Test Bank",
};
const NAMES = ["email", "first_name", "last_name"];
const CUSTOMER = [...NAMES, "phone", "metadata"];
const ACCOUNT = ["customer", "preferred_bank", "subaccount", "split_code", ...NAMES.slice(1), "phone"];
const IDENTITY = ["country", "type", "account_number", "bvn", "bank_code", ...NAMES.slice(1)];
const ASSIGNMENT = [...NAMES, "phone", "preferred_bank", "country"];
const ASSIGNMENT_IDENTITY = ["account_number", "bvn", "bank_code"];
/** What a failed identification states [D]. */
const FAILED_REASON = "Account number or BVN is incorrect";

/**
 * Creates the emulator's routes of customers and dedicated accounts, and the state behind them. An account has its
 * customer's name.
 */
export function createAccountRoutes(business: Business) {
  const customers: Customer[] = [];
  const accounts: Account[] = [];

  const findCustomer = (key: unknown) =>
    customers.find(({ email, code, id }) => [email, code, String(id)].includes(String(key)));
  const customerJson = ({ id, code, email, isIdentified, names, createdAt }: Customer) => ({
    ...names,
    id,
    customer_code: code,
    email,
    identified: isIdentified,
    createdAt: createdAt.toISOString(),
  });
  const accountJson = (account: Account) => {
    const customer = findCustomer(account.customer);
    return {
      id: account.id,
      account_number: account.number,
      account_name: `TAKINGS / ${customer?.names.first_name} ${customer?.names.last_name}`.toUpperCase(),
      bank: { name: BANKS[account.bank], id: 20, slug: account.bank },
      assigned: account.isAssigned,
      // A closed account stays active [D].
      active: true,
      currency: "NGN",
      assignment: { expired: false },
      customer: customer && customerJson(customer),
    };
  };
  const openAccountOf = ({ code }: Customer) =>
    accounts.find(({ customer, isAssigned }) => customer === code && isAssigned);

  function addCustomer(email: string, names: Record<string, unknown>): Customer {
    const id = 1173 + customers.length;
    const customer = {
      ...{ id, code: `CUS_${id}`, email, names, isIdentified: false },
      ...{ createdAt: new Date(), pending: undefined },
    };
    customers.push(customer);
    return customer;
  }

  function addAccount(customer: Customer, bank: string): Account {
    const account = {
      ...{ id: 253 + accounts.length, number: nextAccountNumber() },
      ...{ customer: customer.code, bank, isAssigned: true },
    };
    accounts.push(account);
    return account;
  }

  function createCustomer({ body }: EmulatedRequest): Reply {
    const wrong = [...missingMembers(body, NAMES), ...unknownMembers(body, CUSTOMER)];
    if (wrong.length > 0) return refused(400, `Check ${wrong.join(", ")}`, "invalid_params");
    const { email, ...names } = body;
    const customer = findCustomer(email) ?? addCustomer(String(email), names);
    return ok(customerJson(customer), "Customer created");
  }

  function refuseAccount(body: Record<string, unknown>): Reply | undefined {
    if (!business.isFeatureAvailable)
      return refused(403, "Dedicated NUBAN is not available for your business", "feature_unavailable");
    if (!Object.hasOwn(BANKS, String(body.preferred_bank)))
      return refused(400, "Preferred bank is not available", "invalid_params");
    if (accounts.length >= business.accountLimit)
      return refused(400, "You have reached the limit of dedicated accounts", "limit_reached");
    return undefined;
  }

  function createAccount({ body }: EmulatedRequest): Reply {
    const refusal = refuseAccount(body);
    if (refusal) return refusal;
    const customer = findCustomer(body.customer);
    const wrong = unknownMembers(body, ACCOUNT);
    if (wrong.length > 0) return refused(400, `Unknown ${wrong.join(", ")}`, "invalid_params");
    if (!customer) return refused(400, "Customer not found", "invalid_params");
    if (!customer.names.phone && !body.phone)
      return refused(400, "Customer phone number is required", "missing_params");
    if (business.needsIdentification && !customer.isIdentified)
      return refused(400, "Customer has not been identified", "validation_required");
    return ok(accountJson(addAccount(customer, String(body.preferred_bank))), "NUBAN successfully created");
  }

  function identify({ params, body }: EmulatedRequest): Reply {
    const customer = findCustomer(params.code);
    const missing = missingMembers(body, IDENTITY);
    if (!customer || missing.length > 0)
      return refused(400, `Missing ${missing.join(", ")}`, "missing_params");
    customer.pending = { kind: "identification", body };
    return { status: 202, body: { status: true, message: "Customer Identification in progress" } };
  }

  /** Creates the customer, and later, as the notifications report, identifies it and assigns an account. */
  function assign({ body }: EmulatedRequest): Reply {
    const refusal = refuseAccount(body);
    if (refusal) return refusal;
    const documented = [...ASSIGNMENT, ...ASSIGNMENT_IDENTITY, "middle_name", "subaccount", "split_code"];
    const required = business.needsIdentification ? [...ASSIGNMENT, ...ASSIGNMENT_IDENTITY] : ASSIGNMENT;
    const wrong = [...missingMembers(body, required), ...unknownMembers(body, documented)];
    if (wrong.length > 0) return refused(400, `Check ${wrong.join(", ")}`, "missing_params");
    const { email, first_name, last_name, phone } = body;
    const customer = findCustomer(email) ?? addCustomer(String(email), { first_name, last_name, phone });
    customer.pending = { kind: "assignment", body };
    return { status: 200, body: { status: true, message: "Assign dedicated account in progress" } };
  }

  function identificationNotification(customer: Customer, isSuccessful: boolean) {
    return {
      event: `customeridentification.${isSuccessful ? "success" : "failed"}`,
      data: {
        customer_id: customer.id,
        customer_code: customer.code,
        email: customer.email,
        identification: {
          country: "NG",
          type: "bank_account",
          bvn: "222*****222",
          account_number: "012****789",
        },
        ...(!isSuccessful && { reason: FAILED_REASON }),
      },
    };
  }

  function assignmentNotification(customer: Customer, account: Account | undefined) {
    return {
      event: `dedicatedaccount.assign.${account ? "success" : "failed"}`,
      data: {
        customer: customerJson(customer),
        dedicated_account: account ? accountJson(account) : null,
        identification: { status: account ? "success" : "failed" },
      },
    };
  }

  function complete(customer: Customer, isSuccessful: boolean) {
    const { kind, body = {} } = customer.pending ?? {};
    customer.pending = undefined;
    const isNamed = kind === "identification" || body.bvn !== undefined;
    if (isNamed) customer.isIdentified = isSuccessful;
    const identification = isNamed ? [identificationNotification(customer, isSuccessful)] : [];
    if (kind === "identification") return identification;
    const account = isSuccessful ? addAccount(customer, String(body.preferred_bank)) : undefined;
    return [...identification, assignmentNotification(customer, account)];
  }

  const findAccount = (id: string | undefined) => accounts.find((account) => String(account.id) === id);
  const routes: Routes = {
    "POST /customer": createCustomer,
    "GET /customer/:code": ({ params }) => {
      const customer = findCustomer(params.code);
      if (!customer) return refused(404, "Customer not found", "not_found");
      const account = openAccountOf(customer);
      return ok({ ...customerJson(customer), dedicated_account: account ? accountJson(account) : null });
    },
    "POST /customer/:code/identification": identify,
    "GET /dedicated_account": ({ query }) => {
      const customer = findCustomer(query.get("customer"));
      const isListed = (one: Account) => !query.has("customer") || one.customer === customer?.code;
      return pageOf(accounts.filter(isListed).map(accountJson), query);
    },
    "POST /dedicated_account": createAccount,
    "POST /dedicated_account/assign": assign,
    "GET /dedicated_account/available_providers": () =>
      ok(Object.keys(BANKS).map((provider_slug) => ({ provider_slug }))),
    "GET /dedicated_account/:id": ({ params }) => {
      const account = findAccount(params.id);
      return account ? ok(accountJson(account)) : refused(404, "Dedicated account not found", "not_found");
    },
    "DELETE /dedicated_account/:id": ({ params }) => {
      const account = findAccount(params.id);
      if (!account) return refused(404, "Dedicated account not found", "not_found");
      account.isAssigned = false;
      return ok(accountJson(account), "Managed Account Successfully Unassigned");
    },
  };
  return {
    routes,
    customers,
    accounts,
    /** Returns the customer of an account's number; null if there is none. */
    customerOf: (number: string) => {
      const customer = findCustomer(accounts.find((one) => one.number === number)?.customer);
      return customer ? customerJson(customer) : null;
    },
    /** Opens an account for a customer of this name, as the business does on Paystack's dashboard. */
    openAccount: (first_name: string, last_name = "Account") =>
      addAccount(
        addCustomer(`${first_name}-${accounts.length}@host.example`, { first_name, last_name }),
        "wema-bank",
      ),
    /** Ends the pending identifications and assignments, and returns the bodies of the notifications about them [D]. */
    completePending: (isSuccessful: boolean) =>
      customers.filter(({ pending }) => pending).flatMap((customer) => complete(customer, isSuccessful)),
  };
}
