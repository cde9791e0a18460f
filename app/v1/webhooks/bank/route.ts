export { forBank as POST } from "@/lib/endpoints/bank";
