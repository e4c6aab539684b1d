import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useHookForm,
  useWatch,
} from 'react-hook-form'
import { describeError } from './describeError.ts'

export interface FormOptions<Values extends FieldValues> {
  readonly defaultValues: Values
  readonly resolver?: Resolver<Values>
  /** gets the values after each change: for forms that survive leaving the page */
  keep?(values: Values): void
}

export type Form<Values extends FieldValues> = ReturnType<typeof useForm<Values>>

/**
 * A form, by react-hook-form: texts as they are typed, problems after the first attempt to submit, and a button that is
 * busy until the submission has ended. Inputs take `register`; switches, choices and lists take `values` and `set`.
 */
export function useForm<Values extends FieldValues>({ defaultValues, resolver, keep }: FormOptions<Values>) {
  const form = useHookForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    ...(resolver ? { resolver } : {}),
    // Not on blur: a problem that appears above a pressed button would move it away from the pointer.
    mode: 'onSubmit',
  })
  const { control, register, getValues, reset, resetField, setError, setValue, subscribe } = form
  const { errors, isSubmitted } = form.formState
  // Not isSubmitting: that begins before the validation, and a form that gives way while busy would not be validated.
  const [busy, setBusy] = useState(false)
  // A rule may ask the node: Enter that is pressed again before the answer starts no second submission.
  const submitting = useRef(false)
  const values = useWatch({ control }) as Values
  const changed = useEffectEvent((next: Values) => keep?.(next))
  useEffect(() => subscribe({ formState: { values: true }, callback: (state) => changed(state.values) }), [subscribe])

  return {
    register,
    reset,
    resetField,
    getValues,
    setFocus: form.setFocus,
    values,
    set<Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) {
      setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted })
    },
    busy,
    /** a submission was attempted: what is missing is a problem from now on */
    tried: isSubmitted,
    /** Takes the attempt back, and with it the problems; the values stay. */
    untry: () => reset(undefined, { keepValues: true }),
    problem: (name: Path<Values> | 'root'): string | undefined =>
      (get(errors, name) as { readonly message?: string } | undefined)?.message,
    refuse: (name: Path<Values> | 'root', message: string) => setError(name, { message }),
    /** Where `send` rejects, the reason becomes the problem of the field `failureAt`. */
    onSubmit:
      (send: (values: Values) => unknown, failureAt: Path<Values> | 'root' = 'root') =>
      (event: BaseSyntheticEvent) => {
        event.preventDefault()
        // A form in a dialog is still inside the React tree of the form that opened it.
        event.stopPropagation()
        if (submitting.current) return
        submitting.current = true
        const submit = form.handleSubmit(async (submitted) => {
          setBusy(true)
          try {
            await send(submitted)
          } catch (error) {
            setError(failureAt, { message: describeError(error).title })
          } finally {
            setBusy(false)
          }
        })
        void submit().finally(() => {
          submitting.current = false
        })
      },
  }
}

/** A rule for secrets, which may consist of blanks. */
export const notEmpty = (message: string) => (text: string) => (text === '' ? message : undefined)

/** A rule for fields that must not be blank. */
export const required = (message: string) => (text: string) => (text.trim() === '' ? message : undefined)

/** Focuses the first field with a problem, which may be far above the button, once it is marked. */
export function focusFirstProblem(form: HTMLFormElement | null): void {
  const focus = () => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus()
  requestAnimationFrame(() => setTimeout(focus))
}
