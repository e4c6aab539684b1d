import { type RefObject, useEffect } from 'react'
import { RpcError } from '#shared/errors.ts'
import { describeError } from '../../../components/describeError.ts'
import { focusFirstProblem } from '../../../components/useForm.ts'

/**
 * Returns the reason if a chain was rejected because of its label, and focuses the field. Returns `undefined` for every
 * other rejection.
 * @param form gets the focus on its first problem
 */
export function useLabelRefusal(refusal: unknown, form: RefObject<HTMLFormElement | null>): string | undefined {
  const isAboutLabel = refusal instanceof RpcError && /^The label "/.test(refusal.message)
  useEffect(() => {
    if (isAboutLabel) focusFirstProblem(form.current)
  }, [isAboutLabel, form])
  return isAboutLabel ? describeError(refusal).title : undefined
}
