/** Formats the contract as an OpenRPC document (https://spec.open-rpc.org, 1.3). */
import { type Encodable, indentJson, parseJson } from '../json.ts'
import type { Example, Method } from './define.ts'
import { methods } from './index.ts'
import type { AnyParam } from './param.ts'

/** Returns the document as plain JSON data. `version` is the program's version. */
export function openRpcDocument(version: string): { readonly [member: string]: Encodable } {
  const all: readonly Method[] = Object.values(methods)
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Chainwright',
      version,
      description:
        'JSON-RPC 1.0 and 2.0 over HTTP POST with Basic authentication. Parameters are an array, or an object by name. ' +
        'Amounts are JSON numbers with exactly 8 decimals (format: amount). Members that begin with x- are flags of ' +
        'this program.',
      license: { name: 'MIT' },
    },
    methods: all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(describe),
  }
}

/** Returns the text of the file that the build writes. */
export function openRpcText(version: string): string {
  return `${indentJson(openRpcDocument(version))}\n`
}

function describe(method: Method): Encodable {
  return {
    name: method.name,
    tags: [{ name: method.category }],
    summary: method.summary,
    ...(method.description === undefined ? {} : { description: method.description }),
    ...extensions(method),
    paramStructure: 'either',
    params: method.params.map(describeParam),
    result: {
      name: 'result',
      description: method.returns ?? (method.result.doc || 'always null'),
      schema: method.result.schema,
    },
    ...(method.errors.length === 0
      ? {}
      : { errors: method.errors.map(({ code, message, when }) => ({ code, message, data: when })) }),
    examples: method.examples.map((example, index) => describeExample(method, example, index)),
  }
}

/**
 * Returns the facts that OpenRPC has no field for. `x-changes-with` is always present, the others only if they apply.
 */
function extensions(method: Method): { readonly [member: string]: Encodable | undefined } {
  const { flags, signed, changesWith } = method
  return {
    'x-consent': method.consent,
    'x-consent-stake': method.consent === 'ask' ? method.stake : undefined,
    'x-changes-with': changesWith === 'never' ? [] : changesWith,
    'x-signed': signed,
    'x-wallet': flags.wallet,
    'x-during-warmup': flags.duringWarmup,
    'x-long-running': flags.longRunning,
    'x-waits': flags.waits,
    'x-secret-result': flags.secretResult,
    'x-beyond-reference': flags.beyondReference,
    'x-hidden': flags.hidden,
    'x-unsupported': flags.unsupported,
  }
}

function describeParam({ name, doc, presence, traits }: AnyParam): Encodable {
  return {
    name,
    description: doc,
    required: presence === 'required',
    schema: { ...traits.schema, default: traits.fallback as Encodable | undefined },
    'x-secret': traits.secret,
  }
}

function describeExample(method: Method, { params, note, result }: Example, index: number): Encodable {
  return {
    name: note ?? `example ${index + 1}`,
    params: params.map((value, at) => ({ name: method.params[at]?.name ?? String(at), value })),
    // Encode the result as sent to clients: amounts with eight decimals.
    ...(result === undefined ? {} : { result: { name: 'result', value: parseJson(method.result.encode(result)) } }),
  }
}
