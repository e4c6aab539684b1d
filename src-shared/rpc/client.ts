/** A typed client over any transport that carries JSON text. */
import type { Progress } from '../events.ts'
import { parseJson } from '../json.ts'
import { encodeInput } from './args.ts'
import type { InputOf, Method, ResultOf } from './define.ts'
import { type Methods, methods } from './index.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** progress of a long call, if its method reports it and the transport supports it */
  onProgress?(progress: Progress): void
}

/** Sends a call. Resolves to the JSON text of its result, or rejects with an RpcError. */
export type Send = (method: string, paramsText: string, options?: CallOptions) => Promise<string>

export type MethodTable = Readonly<Record<string, Method>>

type Arguments<M> =
  Record<never, never> extends InputOf<M>
    ? [input?: InputOf<M>, options?: CallOptions]
    : [input: InputOf<M>, options?: CallOptions]

/** Client for the methods of a table, by name. */
export interface TableClient<T extends MethodTable> {
  /** @throws RpcError of the server, ResultError if the reply does not match the contract */
  call<N extends keyof T & string>(name: N, ...args: Arguments<T[N]>): Promise<ResultOf<T[N]>>
  /** Calls any method with JSON text as input and output, for consoles. */
  callText(method: string, paramsText: string, options?: CallOptions): Promise<string>
}

export type RpcClient = TableClient<Methods>

export function createTableClient<T extends MethodTable>(table: T, send: Send): TableClient<T> {
  return {
    async call(name, ...[input, options]) {
      const method = table[name] as Method
      const text = await send(name, encodeInput(method, input ?? {}), options)
      return method.result.decode(parseJson(text)) as ResultOf<T[typeof name]>
    },
    callText: (method, paramsText, options) => send(method, paramsText, options),
  }
}

export const createRpcClient = (send: Send): RpcClient => createTableClient(methods, send)
