/* The bytes of static_model.bin, read-only, as a symbol that does not leave the library. */
    .section .rodata
    .balign 16
    .globl querydata_static_model
    .hidden querydata_static_model
    .type querydata_static_model, %object
querydata_static_model:
    .incbin QUERYDATA_STATIC_MODEL_FILE
    .globl querydata_static_model_end
    .hidden querydata_static_model_end
    .type querydata_static_model_end, %object
querydata_static_model_end:
    .byte 0
    .size querydata_static_model, . - querydata_static_model
    .section .note.GNU-stack, "", %progbits
