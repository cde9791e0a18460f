export { addConnection } from "./add";
export { removeConnection, setDefaultConnection } from "./change";
export { MAX_LIST_FAILURES } from "./checklist";
export { requireOwnConnection } from "./connection";
export { parseCredentialsText } from "./credentials";
export { allowDeploymentAccount, setBankShare, writeDeploymentAccount } from "./grants";
export { listConnectionBanks, listConnections, listOwnConnections } from "./list";
export { rotateConnection, SECRET_OVERLAP_MS } from "./rotate";
