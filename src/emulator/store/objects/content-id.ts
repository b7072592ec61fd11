import { ObjectMissing } from '../../ports/objects.ts';

const CONTENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether this is an ID that contents are kept under: it names a file, so it is nothing but hexadecimal and dashes. */
export function isContentId(id: string): boolean {
  return CONTENT_ID.test(id);
}

/** @throws ObjectMissing for anything else. */
export function assertContentId(id: string): string {
  if (!isContentId(id)) throw new ObjectMissing('there is no content under a name that is not an ID');
  return id;
}
