/** The contract as an OpenRPC document (https://spec.open-rpc.org, 1.3). */
import type { Encodable } from '../json.ts'
import type { Method } from './define.ts'
import { methods } from './index.ts'

/** `version`: of the program. The document is plain JSON data. */
export function openRpcDocument(version: string): { readonly [member: string]: Encodable } {
  const all: readonly Method[] = Object.values(methods)
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Chainwright',
      version,
      description:
        'JSON-RPC 1.0 over HTTP POST with Basic authentication. Parameters are positional. Amounts are JSON numbers ' +
        'with exactly 8 decimals.',
      license: { name: 'MIT' },
    },
    methods: all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(describe),
  }
}

function describe(method: Method): Encodable {
  return {
    name: method.name,
    tags: [{ name: method.category }, ...(method.flags.beyondReference ? [{ name: 'beyond the reference' }] : [])],
    summary: method.summary,
    'x-consent': method.consent,
    ...(method.description === undefined ? {} : { description: method.description }),
    paramStructure: 'by-position',
    params: method.params.map((param) => ({
      name: param.name,
      description: param.doc,
      required: param.presence === 'required',
      schema: { ...param.traits.schema, default: param.traits.fallback as Encodable | undefined },
    })),
    result: { name: 'result', schema: method.result.schema },
    ...(method.errors.length === 0
      ? {}
      : { errors: method.errors.map(({ code, message, when }) => ({ code, message, data: when })) }),
    examples: method.examples.map((example, index) => ({
      name: example.note ?? `example ${index + 1}`,
      params: example.params.map((value, at) => ({ name: method.params[at]?.name ?? String(at), value })),
    })),
  }
}
