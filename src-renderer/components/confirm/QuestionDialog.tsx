import { KeyRound, SquareTerminal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WindowQuestion } from '#shared/channel.ts'
import { t } from '../../i18n/texts.ts'
import type { BrowserMode } from '../../node/connection.ts'
import { useBrowserQuestion, useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { useUi } from '../uiStore.ts'
import { notEmpty, useForm } from '../useForm.ts'
import { QuestionBody } from './QuestionBody.tsx'

/** Confirmation dialog of the browser mode for payments and keys. Typed secrets exist only in this dialog. */
export function QuestionDialog() {
  const { browser } = useNode().bridge
  const question = useBrowserQuestion()
  return browser && question ? <Question key={question.id} question={question} browser={browser} /> : null
}

/** Emphasizes amounts and recipients in a title. */
function TitleText({ parts }: { readonly parts: NonNullable<WindowQuestion['titleParts']> }) {
  return parts.map(({ text, strong }, index) =>
    strong ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the title of a question does not change
      <b key={index}>
        <SafeText text={text} max={Number.POSITIVE_INFINITY} />
      </b>
    ) : (
      text
    ),
  )
}

/** Explains the code. Expanded in the first question of this browser profile. */
function AboutCodes() {
  const { codesExplained, noteCodesExplained } = useUi()
  const [open] = useState(!codesExplained)
  useEffect(() => noteCodesExplained(), [noteCodesExplained])
  return (
    <details open={open} className="mt-4 text-12 text-muted">
      <summary className="cursor-pointer">{t('parts:question.code.why')}</summary>
      <p className="mt-1">{t('parts:question.code.because')}</p>
    </details>
  )
}

function Question({ question, browser }: { readonly question: WindowQuestion; readonly browser: BrowserMode }) {
  const { id, title, titleParts, consequence, confirmBy, triesLeft, agree, danger, offerChange } = question
  const field = useRef<HTMLInputElement | null>(null)
  const form = useForm({ defaultValues: { secret: '' } })
  const { ref: register, ...secret } = form.register('secret', {
    validate: notEmpty(t(`parts:question.${confirmBy}.missing`)),
  })
  /** Value of `triesLeft` when the answer was sent; if it changes, the answer was wrong. */
  const [sentAt, setSentAt] = useState<number | null>()
  const busy = sentAt === triesLeft
  const submit = form.onSubmit((values) => {
    if (busy) return
    field.current?.focus()
    setSentAt(triesLeft)
    form.resetField('secret')
    browser.answer(id, values.secret)
  })
  const wrong = t(`parts:question.${confirmBy}.wrong`)
  const problem =
    form.problem('secret') ??
    (triesLeft !== null && !busy ? t('parts:question.triesLeft', { wrong, count: triesLeft }) : undefined)
  const Icon = confirmBy === 'code' ? SquareTerminal : KeyRound
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={() => browser.answer(id, null)}
      title={titleParts ? <TitleText parts={titleParts} /> : title}
      description={consequence}
      initialFocus={field}
      footer={
        <form noValidate onSubmit={submit} className="flex w-full items-start gap-6 py-1">
          <Field
            label={t(`parts:question.${confirmBy}.label`)}
            error={problem}
            hint={t(`parts:question.${confirmBy}.hint`)}
            className="min-w-0 flex-1"
          >
            <Input
              {...secret}
              ref={(input) => {
                field.current = input
                register(input)
              }}
              type={confirmBy === 'code' ? 'text' : 'password'}
              inputMode={confirmBy === 'code' ? 'numeric' : undefined}
              mono={confirmBy === 'code'}
              maxLength={1024}
              before={<Icon aria-hidden className="size-4" />}
            />
          </Field>
          <div className="flex gap-2 pt-6">
            <Button onClick={() => browser.answer(id, null)}>
              {t(offerChange ? 'parts:question.reject' : 'parts:question.decline')}
            </Button>
            {offerChange ? <Button onClick={() => browser.change(id)}>{t('parts:question.change')}</Button> : null}
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
              {agree}
            </Button>
          </div>
        </form>
      }
    >
      <QuestionBody question={question} />
      {confirmBy === 'code' ? <AboutCodes /> : null}
    </Dialog>
  )
}
