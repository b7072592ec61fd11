/** Order of requests for the same value whose responses might arrive in a different order. */
export interface AnswerOrder {
  /**
   * Registers a request that is about to be sent. Returns a function to call once when the response arrives. The
   * returned function itself returns false if the response was discarded or is older than an accepted response.
   */
  begin(): () => boolean;
  /**
   * Discards the responses to all requests that are registered so far, because these requests belong to another value.
   */
  discardOpen(): void;
}

/** Creates an order of requests. */
export function createAnswerOrder(): AnswerOrder {
  let sent = 0;
  let accepted = 0;
  return {
    begin() {
      sent += 1;
      const own = sent;
      return () => {
        if (own <= accepted) return false;
        accepted = own;
        return true;
      };
    },
    discardOpen() {
      accepted = sent;
    },
  };
}
