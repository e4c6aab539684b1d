import { useEffect, useRef, useState } from 'react'
import type { Progress } from '#shared/events.ts'
import type { CallOptions } from '#shared/rpc/client.ts'

/** State of a long call with progress and cancellation. It is dropped when its dialog is closed. */
export function useLongCall<Result>() {
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<Result>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [stopped, setStopped] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    progress,
    result,
    error,
    busy,
    /** True if the user cancelled the call and has not restarted it. */
    stopped,
    async run(call: (options: CallOptions) => Promise<Result>): Promise<void> {
      const abort = new AbortController()
      running.current = abort
      setBusy(true)
      setStopped(false)
      setError(undefined)
      setResult(undefined)
      setProgress(undefined)
      try {
        const done = await call({ signal: abort.signal, onProgress: setProgress })
        if (!abort.signal.aborted) setResult(() => done)
      } catch (failure) {
        if (!abort.signal.aborted) setError(failure)
      } finally {
        if (running.current === abort) setBusy(false)
      }
    },
    cancel() {
      running.current?.abort()
      setStopped(true)
      setBusy(false)
      setProgress(undefined)
    },
    forget() {
      setResult(undefined)
      setError(undefined)
    },
  }
}
