export { forConnection as POST } from "@/lib/endpoints/bank";
