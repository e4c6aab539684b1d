import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../json.ts'
import type { Method } from './define.ts'
import { methods } from './index.ts'
import { openRpcText } from './openrpc.ts'

interface Described {
  readonly name: string
  readonly params: readonly { readonly name: string; readonly description: string; readonly schema: object }[]
  readonly result: { readonly description: string; readonly schema: object }
  readonly examples: readonly {
    readonly params: readonly { readonly name: string; readonly value: unknown }[]
    readonly result?: { readonly value: unknown }
  }[]
  readonly [extension: `x-${string}`]: unknown
}

// The package's types describe documents and omit the schemas themselves.
const require = createRequire(import.meta.url)
const { openrpcDocument } = require('@open-rpc/meta-schema') as { openrpcDocument: object }
const { jsonSchema } = require('@json-schema-tools/meta-schema') as { jsonSchema: object }

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }
const document = JSON.parse(openRpcText(version)) as { readonly methods: readonly Described[] }
const described = document.methods.map((method) => [method.name, method] as const)

/** `amount` is a format of this contract: coins with at most 8 decimals. */
const schemas = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { amount: true } })

function problems(schema: object | false, value: unknown): string {
  return schemas.validate(schema, value) ? '' : `${schemas.errorsText()} in ${JSON.stringify(value)}`
}

describe('openRpcDocument', () => {
  it('returns a document that the OpenRPC meta-schema accepts', () => {
    const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false })
    ajv.addSchema(jsonSchema, 'https://meta.json-schema.tools')
    const validate = ajv.compile(openrpcDocument)
    validate(document)
    expect(validate.errors).toBeNull()
    // Check that the meta-schema validates methods too.
    const [first] = document.methods
    expect(validate({ ...document, methods: [{ ...first, params: [{ name: 'no schema' }] }] })).toBe(false)
    expect(validate({ ...document, methods: [{ ...first, consent: 'no extension' }] })).toBe(false)
  })

  it('describes every method once', () => {
    expect(described.map(([name]) => name)).toEqual(Object.keys(methods).toSorted())
  })

  it.each(described)('%s describes its parameters and its result', (name, { params, result }) => {
    for (const param of params) expect(param.description, param.name).not.toBe('')
    const method: Method = methods[name as keyof typeof methods]
    if (result.description === 'always null') expect(method.result.kind).toBe('null')
    expect(result.description).not.toBe('')
    // Only one of the two descriptions may exist, so that they cannot contradict each other.
    if (method.returns !== undefined) expect(method.result.doc).toBe('')
  })

  it.each(described)('%s has examples that its schemas accept', (_name, { params, result, examples }) => {
    for (const example of examples) {
      example.params.forEach(({ value }, at) => {
        expect(problems(params[at]?.schema ?? false, value), params[at]?.name).toBe('')
      })
      if (example.result !== undefined) expect(problems(result.schema, example.result.value)).toBe('')
    }
  })

  it.each(Object.entries(methods) as [string, Method][])(
    '%s decodes and encodes its example results unchanged',
    (_name, method) => {
      for (const { result } of method.examples) {
        if (result === undefined) continue
        const json = method.result.encode(result)
        expect(method.result.encode(method.result.decode(parseJson(json)))).toBe(json)
      }
    },
  )

  it('includes the flags of this contract as extensions', () => {
    const of = (name: string) => described.find(([other]) => other === name)?.[1]
    expect(of('sendtoaddress')).toMatchObject({ 'x-consent': 'ask', 'x-consent-stake': 'money', 'x-changes-with': [] })
    expect(of('sendtoaddress')).toMatchObject({ 'x-wallet': true })
    expect(of('gettxout')).toMatchObject({ 'x-consent': 'none', 'x-changes-with': ['tip', 'mempool'] })
    expect(of('getnodestatus')).toMatchObject({ 'x-during-warmup': true, 'x-beyond-reference': true })
    expect(of('dumpprivkey')).toMatchObject({ 'x-secret-result': true })
    expect(of('generate')).toMatchObject({ 'x-long-running': true })
    expect(of('tokencreate')).toMatchObject({ 'x-signed': ['hex'] })
  })
})
