/** A typeface's file, as the address that the build gives it. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
