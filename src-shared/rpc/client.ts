/** A typed client over any transport that carries JSON text. */
import type { Progress } from '../events.ts'
import { encodeParams } from './args.ts'
import { decodeResult, type MethodInput, type MethodName, type MethodResult } from './index.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** how far a long call is, where its method says so and the transport carries it */
  onProgress?(progress: Progress): void
}

/** Sends one call and resolves to the JSON text of its result; rejects with an RpcError. */
export type Send = (method: string, paramsText: string, options?: CallOptions) => Promise<string>

type Arguments<N extends MethodName> =
  Record<never, never> extends MethodInput<N>
    ? [input?: MethodInput<N>, options?: CallOptions]
    : [input: MethodInput<N>, options?: CallOptions]

export interface RpcClient {
  /** @throws RpcError from the node, ResultError if the reply is not what the contract says */
  call<N extends MethodName>(name: N, ...args: Arguments<N>): Promise<MethodResult<N>>
  /** For consoles: any method, JSON text in and out. */
  callText(method: string, paramsText: string, options?: CallOptions): Promise<string>
}

export function createRpcClient(send: Send): RpcClient {
  return {
    async call(name, ...[input, options]) {
      const paramsText = encodeParams(name, input ?? ({} as MethodInput<typeof name>))
      return decodeResult(name, await send(name, paramsText, options))
    },
    callText: (method, paramsText, options) => send(method, paramsText, options),
  }
}
