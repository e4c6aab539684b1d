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
  /** Receives the values after each change, for forms that survive leaving the page. */
  keep?(values: Values): void
}

export type Form<Values extends FieldValues> = ReturnType<typeof useForm<Values>>

/**
 * Form state based on react-hook-form, with text values as typed. Errors appear after the first attempt to submit; the
 * button is busy until the submission ends. Inputs use `register`; switches, choices and lists use `values` and `set`.
 */
export function useForm<Values extends FieldValues>({ defaultValues, resolver, keep }: FormOptions<Values>) {
  const form = useHookForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    ...(resolver ? { resolver } : {}),
    // Do not validate on blur: an error that appears above a pressed button would move the button away from the
    // pointer.
    mode: 'onSubmit',
  })
  const { control, register, getValues, reset, resetField, setError, setValue, subscribe } = form
  const { errors, isSubmitted } = form.formState
  // Do not use isSubmitting: it is set before the validation, and a form that hides its fields while busy would not be
  // validated.
  const [busy, setBusy] = useState(false)
  // Validation may query the node: a second Enter before the answer must not start a second submission.
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
    /** True after an attempt to submit; missing values are errors from then on. */
    tried: isSubmitted,
    /** Resets the attempt and its errors, and keeps the values. */
    untry: () => reset(undefined, { keepValues: true }),
    problem: (name: Path<Values> | 'root'): string | undefined =>
      (get(errors, name) as { readonly message?: string } | undefined)?.message,
    refuse: (name: Path<Values> | 'root', message: string) => setError(name, { message }),
    /** If `send` rejects, the reason becomes the error of the field `failureAt`. */
    onSubmit:
      (send: (values: Values) => unknown, failureAt: Path<Values> | 'root' = 'root') =>
      (event: BaseSyntheticEvent) => {
        event.preventDefault()
        // A form in a dialog is still inside the React tree of the form that opened the dialog.
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

/** Validation rule for secrets, which may consist of blanks. */
export const notEmpty = (message: string) => (text: string) => (text === '' ? message : undefined)

/** Validation rule for fields that must not be blank. */
export const required = (message: string) => (text: string) => (text.trim() === '' ? message : undefined)

/** Focuses the first field with an error after it is marked; the field may be far above the button. */
export function focusFirstProblem(form: HTMLFormElement | null): void {
  const focus = () => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus()
  requestAnimationFrame(() => setTimeout(focus))
}
