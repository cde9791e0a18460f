import { isFailure } from "@/lib/core/errors/errors";
import type { Actor } from "@/lib/core/scope";
import { addMember } from "@/lib/organisations";
import { newPassword } from "@/lib/security/password";

const OWNER = { name: "Adaeze Nwosu", email: "adaeze@ekosounds.example" };
const OTHERS = [
  { name: "Femi Adeola", email: "femi@ekosounds.example", role: "finance" },
  { name: "Sade Cole", email: "sade@ekosounds.example", role: "operations" },
  { name: "Bayo Ige", email: "bayo@ekosounds.example", role: "gate_lead" },
  { name: "Lola Akindele", email: "lola@ekosounds.example", role: "viewer" },
] as const;

/** The owner who signs in to see the story; without a password if the account existed before. */
export interface StoryOwner {
  email: string;
  password: string | undefined;
  actor: Actor | undefined;
}

/** Creates the organisation's members, owner first; does not change existing ones. */
export async function makeMembers(organisation: string): Promise<StoryOwner> {
  const password = newPassword();
  try {
    const { memberId, email, role } = await addMember({ ...OWNER, organisation, password });
    for (const other of OTHERS) await addMember({ ...other, organisation, password: newPassword() });
    return { email, password, actor: { memberId, email, name: OWNER.name, role } };
  } catch (thrown) {
    if (!isFailure(thrown) || thrown.code !== "conflict") throw thrown;
    return { email: OWNER.email, password: undefined, actor: undefined };
  }
}
