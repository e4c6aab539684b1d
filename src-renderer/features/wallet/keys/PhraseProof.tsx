import { useState } from 'react'
import { quizPlaces } from '#shared/phrase.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { PhraseGrid } from './PhraseGrid.tsx'

export interface PhraseWordsProps {
  readonly words: readonly string[]
  readonly hint: string
  onGo(): void
}

/** Stage that shows the words of a phrase to be written down. */
export function PhraseWords({ words, hint, onGo }: PhraseWordsProps) {
  return (
    <>
      <PhraseGrid words={words} />
      <p className="text-muted">{hint}</p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onGo}>
          {t('wallet:phrase.written')}
        </Button>
      </div>
    </>
  )
}

export interface PhraseQuizProps {
  readonly words: readonly string[]
  readonly busy: boolean
  /** label of the final button, a verb */
  readonly action: string
  onBack(): void
  onPassed(): void
}

/** Asks for three words, to check that the phrase was written down. */
export function PhraseQuiz({ words, busy, action, onBack, onPassed }: PhraseQuizProps) {
  const [places] = useState(() => quizPlaces(words.length, Math.random))
  const { register, problem, onSubmit } = useForm({ defaultValues: { answers: ['', '', ''] } })
  const submit = onSubmit(onPassed)
  const wrong = (place: number) => (answer: string | undefined) =>
    answer?.trim().toLowerCase() === words[place] ? undefined : t('wallet:phrase.wrong')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>{t('wallet:phrase.quizHint')}</p>
      <div className="grid grid-cols-3 gap-3">
        {places.map((place, index) => (
          <Field key={place} label={t('wallet:phrase.word', { place: place + 1 })} error={problem(`answers.${index}`)}>
            <Input {...register(`answers.${index}`, { validate: wrong(place) })} autoFocus={index === 0} />
          </Field>
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{t('wallet:phrase.showAgain')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
