import { useCallback } from 'react'
import { RpcError } from '#shared/errors.ts'
import { WordError } from '#shared/rpc/args.ts'
import { findMethod } from '#shared/rpc/index.ts'
import { consoleCall } from '#shared/rpc/words.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { useConsole } from './consoleStore.ts'
import { hasPlaceholder, keptLine } from './redaction.ts'

/** Running calls of this window by entry id, so that any part of the page can cancel them. */
const running = new Map<number, AbortController>()

export function cancelEntry(id: number): void {
  running.get(id)?.abort()
}

/**
 * Makes calls for the console. Both functions return the problem of the input, or undefined if the call was started.
 */
export function useRun() {
  const { client } = useNode()

  const runCall = useCallback(
    (method: string, paramsText: string): string | undefined => {
      if (hasPlaceholder(method, paramsText)) {
        return t('console:secretDropped')
      }
      const { add, finish } = useConsole.getState()
      const line = keptLine(method, paramsText)
      const secret = findMethod(method)?.flags.secretResult ?? false
      const id = add({
        method,
        line,
        paramsText: line.redacted ? '[]' : paramsText,
        secret,
        outcome: { state: 'running' },
      })
      const controller = new AbortController()
      running.set(id, controller)
      const started = performance.now()
      const elapsed = () => Math.round(performance.now() - started)
      client
        .callText(method, paramsText, { signal: controller.signal })
        .then((resultText) => finish(id, { state: 'done', resultText, milliseconds: elapsed() }))
        .catch((error: unknown) => {
          if (controller.signal.aborted) return finish(id, { state: 'cancelled' })
          finish(id, {
            state: 'failed',
            code: error instanceof RpcError ? error.code : undefined,
            message: error instanceof Error ? error.message : String(error),
            milliseconds: elapsed(),
          })
        })
        .finally(() => running.delete(id))
      return undefined
    },
    [client],
  )

  const runLine = useCallback(
    (line: string): string | undefined => {
      try {
        const call = consoleCall(line)
        return call ? runCall(call.method, call.paramsText) : undefined
      } catch (error) {
        if (error instanceof WordError) return error.message
        throw error
      }
    },
    [runCall],
  )

  return { runCall, runLine }
}
