import { describeError } from '../../../parts/describeError.ts'
import { ModuleRefusal } from '../../../parts/moduleRefusal.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { moduleStory } from '../errors.ts'

/** Why nothing could be built. */
export function BuildError({ error }: { readonly error: unknown }) {
  if (!error) return null
  const story = error instanceof ModuleRefusal ? moduleStory(error.message) : describeError(error)
  return (
    <ErrorState
      compact
      title={story.title}
      safe={story.safe ?? 'Nothing was sent.'}
      advice={story.advice}
      details={story.details}
    />
  )
}
